import { expect, test, vi } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'

const environment = { PUBLIC_URL: 'https://shop.example', STORE_EMAIL: 'care@shop.example', DEMO: 'on' }
const path = '/.well-known/security.txt'

test('security.txt names the contact of the settings and ends within a year', async () => {
  const { app } = await createTestApp({ environment })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-31T10:00:00Z') })
  const reply = await app.inject(path).finally(vi.useRealTimers)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = Object.fromEntries(reply.body.split('\n').map((line) => line.split(/: (.*)/)))
  expect(fields).toMatchObject({
    Contact: 'mailto:care@shop.example',
    'Preferred-Languages': 'en',
    Canonical: `https://shop.example${path}`,
    // 180 days later; RFC 9116 recommends less than a year.
    Expires: '2026-07-30T00:00:00.000Z',
  })
})

test('security.txt has no canonical address without https', async () => {
  const { app } = await createTestApp()
  expect((await app.inject(path)).body).toMatch(/^Contact: mailto:.+\nExpires: .+\nPreferred-Languages: en\n$/)
})
