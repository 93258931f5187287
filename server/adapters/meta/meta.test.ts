import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Purchase } from '../../purchase-reports/purchase-reporter.ts'
import { buildEvent, createMeta, hashEmail, hashPhone } from './meta.ts'

const purchase: Purchase = {
  eventId: 'order',
  at: new Date('2026-11-29T04:30:00.900Z'),
  url: 'https://shop.example/orderNow',
  email: 'asha@example.com',
  phone: '98765 43210',
  userAgent: 'Browser',
  click: undefined,
  orderNumber: 'LL-1',
  value: 649,
  items: [],
}

test('email addresses and phone numbers are hashed as the examples of Meta', () => {
  expect(hashEmail(' John_Smith@gmail.com ')).toBe('62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f')
  expect(hashPhone('+1 (650) 555-1212')).toBe('e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176')
})

test('a number without a country is one of India, however it is written', () => {
  const hashes = ['9876543210', '+91 98765 43210', '098765 43210', '91-9876543210'].map(hashPhone)
  expect(new Set(hashes).size).toBe(1)
  expect(hashPhone(' ')).toBeUndefined()
})

test('an event has whole seconds, and leaves out what is not known', () => {
  const event = buildEvent({ ...purchase, email: '', phone: '' })
  expect(event.event_time).toBe(1_795_926_600)
  expect(Object.keys(event.user_data)).toEqual(['client_user_agent'])
})

/** A host that gives one answer to every call. */
async function answerWith(status: number, body: string) {
  const server = createServer((_, response) => void response.writeHead(status).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createMeta({ pixelId: '1', accessToken: 'secret token', testCode: '', apiUrl })
}
const error = (code: number, more: object = {}) => JSON.stringify({ error: { message: 'Said', code, ...more } })

test.each([
  [200, '{}', 'unclear'],
  [200, 'no JSON', 'unclear'],
  [200, error(100), 'refused'],
  [400, error(100), 'refused'],
  [400, error(100, { error_subcode: 33 }), 'account'],
  [400, error(190), 'account'],
  [403, error(200), 'account'],
  [404, '<html>', 'account'],
  [400, error(4), 'busy'],
  [429, '', 'busy'],
  [400, error(2), 'unclear'],
  [502, '<html>', 'unclear'],
])('the answer %i %s is %s', async (status, body, failure) => {
  const meta = await answerWith(status, body)
  await expect(meta.report(purchase)).rejects.toMatchObject({ failure })
})

test('a problem is one line of a limited length, without the token', async () => {
  const meta = await answerWith(400, error(100, { error_user_msg: `Long\0\n ${'x'.repeat(1_000)} \ud800` }))
  const { message } = (await meta.report(purchase).catch((caught: Error) => caught as Error)) as Error
  expect(message).toMatch(/^Meta does not take the purchase: Long x+/)
  expect(message.length).toBeLessThan(300)
  expect(message).not.toContain('secret token')
})

test('a redirect is not followed', async () => {
  const server = createServer(({ url }, response) =>
    url === '/elsewhere' ? void response.end('{"events_received":1}') : void response.writeHead(307, { location: '/elsewhere' }).end(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const meta = createMeta({ pixelId: '1', accessToken: 'x', testCode: '', apiUrl })
  await expect(meta.report(purchase)).rejects.toMatchObject({ failure: 'unclear' })
})
