import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createLoadLimit, type Visit } from './load-limit.ts'
import { shedOverload } from './load-shedding.ts'

/** A server that answers when it is let, and whose limit says what the test wants. */
async function startServer({ full }: { full: 'for lookers' | 'for all' | 'never' }) {
  const app = fastify()
  const entered: string[] = []
  const left: string[] = []
  const mayEnter = ({ isBuyer }: Visit) => full === 'never' || (full === 'for lookers' && isBuyer)
  const enter = (visit: Visit) => {
    if (!mayEnter(visit)) return undefined
    entered.push('one')
    let isThere = true
    return () => {
      if (isThere) left.push('one')
      isThere = false
    }
  }
  shedOverload(app, { limit: { ...createLoadLimit(), mayEnter, enter } })
  const routes = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/images/:key',
    '/api/v1/products/getAll',
    '/api/v1/products/:id',
    '/api/v1/guest/cashondelivery',
    '/api/v1/cart',
    '/api/v1/payments/razorpay/webhook',
    '/api/v1/order/verify-payment',
    '/api/v1/*',
    '/assets/style.css',
  ]
  for (const route of routes) app.all(route, async () => 'answered')
  app.all('/*', async (request) => (request.url === '/held' ? new Promise(() => {}) : 'answered'))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  const request = (path: string, method = 'GET', signal?: AbortSignal) => fetch(`${origin}${path}`, { method, signal: signal ?? null })
  const open = () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    afterAll(() => socket.destroy())
    return socket
  }
  return { request, entered, left, open }
}

test('a full shop says so in words, to programs and to people, and when to come again', async () => {
  const { request } = await startServer({ full: 'for all' })
  const api = await request('/api/v1/products/getAll')
  expect(api.status).toBe(503)
  expect(Number(api.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await api.json()).toMatchObject({ code: 'busy', error: expect.stringContaining('Please try again') })
  const page = await request('/buy')
  expect([page.status, page.headers.get('cache-control')]).toEqual([503, 'no-store'])
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await page.text()).toContain('The shop is full right now')
})

test('those who buy are still let in when those who look are not', async () => {
  const { request } = await startServer({ full: 'for lookers' })
  const statusOf = async (path: string, method?: string) => (await request(path, method)).status
  expect([await statusOf('/buy'), await statusOf('/api/v1/products/getAll')]).toEqual([503, 503])
  expect([await statusOf('/api/v1/guest/cashondelivery', 'POST'), await statusOf('/api/v1/cart'), await statusOf('/homecart')]).toEqual([
    200, 200, 200,
  ])
})

test.each([
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/metrics'],
  ['GET', '/assets/style.css'],
  ['GET', '/images/one'],
  ['PATCH', '/api/v1/products/one'],
  ['POST', '/api/v1/payments/razorpay/webhook'],
  ['POST', '/%61pi/v1/payments/razorpay/webhook'],
  ['POST', '/api/v1/order/verify-payment'],
])('%s %s is never turned away', async (method, path) => {
  const { request } = await startServer({ full: 'for all' })
  expect((await request(path, method)).status).toBe(200)
})

test.each(['/healthzzz', '/metrics/x', '/assets/none', '/images/a/b', '/api/v1/payments/none', '/api/v1/order/payment/none'])(
  '%s, which is none of those, is turned away like any other',
  async (path) => {
    const { request } = await startServer({ full: 'for all' })
    expect((await request(path)).status).toBe(503)
  },
)

test('every place is given back once, also by who goes away before the answer', async () => {
  const { request, left } = await startServer({ full: 'never' })
  await Promise.all([request('/buy'), request('/buy'), request('/api/v1/cart')])
  await expect.poll(() => left.length).toBe(3)
  const leaving = new AbortController()
  const held = request('/held', 'GET', leaving.signal)
  await request('/buy')
  leaving.abort()
  await expect(held).rejects.toThrow()
  await expect.poll(() => left.length).toBe(5)
})

test('whoever sends half of a request takes no place until the rest of it comes', async () => {
  const { request, entered, left, open } = await startServer({ full: 'never' })
  const socket = open()
  socket.write('POST /api/v1/contact HTTP/1.1\r\nhost: a.b\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{')
  await once(socket, 'connect')
  // What was sent before is read before.
  await request('/buy')
  expect(entered).toHaveLength(1)
  socket.write('}')
  await once(socket, 'data')
  expect([entered.length, left.length]).toEqual([2, 2])
})

test('a place is free again when the answer is made, read or not', async () => {
  const { left, open } = await startServer({ full: 'never' })
  const socket = open()
  // The second answer waits behind the first, which never comes.
  socket.write(['/held', '/buy'].map((path) => `GET ${path} HTTP/1.1\r\nhost: a.b\r\n\r\n`).join(''))
  await expect.poll(() => left.length).toBe(1)
})
