import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'

const environment = { PUBLIC_URL: 'https://shop.example', STORE_EMAIL: 'care@shop.example', DEMO: 'on' }
const path = '/.well-known/security.txt'
const millisecondsPerDay = 86_400_000

test('security.txt names the contact of the settings and ends within a year', async () => {
  const { app } = await createTestApp({ environment })
  const reply = await app.inject(path)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = Object.fromEntries(reply.body.split('\n').map((line) => line.split(/: (.*)/)))
  expect(fields).toMatchObject({
    Contact: 'mailto:care@shop.example',
    'Preferred-Languages': 'en',
    Canonical: `https://shop.example${path}`,
  })
  const daysLeft = (Date.parse(fields.Expires) - Date.now()) / millisecondsPerDay
  expect(daysLeft).toBeGreaterThan(30)
  expect(daysLeft).toBeLessThan(365)
})

test('security.txt has no canonical address without https', async () => {
  const { app } = await createTestApp()
  expect((await app.inject(path)).body).toMatch(/^Contact: mailto:.+\nExpires: .+\nPreferred-Languages: en\n$/)
})
