import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products.ts'
import { buildGuestOrder } from '#testing/factories.ts'
import { createApiClient, createShopProcess } from '#testing/shop-process.ts'

interface Received {
  readonly id: string
  readonly type: string
  readonly number: string
}
const received: Received[] = []
const unanswered: Received[] = []
let isSilent = false
const receiver = createServer(async (request, reply) => {
  const event = JSON.parse(Buffer.concat(await request.toArray()).toString())
  const read = isSilent ? unanswered : received
  read.push({ id: event._id, type: event.type, number: event.data.order.number })
  if (!isSilent) reply.end()
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const { port } = receiver.address() as AddressInfo

/** Sends what the shop sends by https to the receiver of this test. */
const preload = `
  import http from 'node:http'
  import https from 'node:https'
  import { syncBuiltinESMExports } from 'node:module'
  https.request = (_url, { method, headers, signal }) => http.request({ host: '127.0.0.1', port: ${port}, method, headers, signal })
  syncBuiltinESMExports()`
const shop = await createShopProcess({
  settings: { ADMIN_PIN: 'owner-pin-1', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` },
})
afterAll(async () => {
  await shop.remove()
  receiver.closeAllConnections()
  receiver.close()
})

test('a server that is killed before and while it sends loses no event and changes the order of none', async () => {
  await shop.start()
  const admin = createApiClient(shop)
  expect((await admin('POST', '/users/login', { name: 'admin', pin: 'owner-pin-1' })).status).toBe(200)
  const webhook = { url: 'https://8.8.8.8/hook', description: '', types: ['order.placed', 'order.changed'] }
  expect((await admin('POST', '/webhooks', webhook)).status).toBe(201)
  const { products } = (await admin<{ products: Product[] }>('GET', '/products/getAll?limit=100')).body
  const product = products.find(({ stock }) => stock > 20)
  if (!product) throw new Error('The demo shop has products.')
  const items = [{ id: product._id, name: product.name, price: product.price, size: product.sizes[0] ?? 'M' }]
  const placeOrder = async () =>
    (await admin<{ order: { _id: string; number: string } }>('POST', '/guest/cashondelivery', buildGuestOrder(items))).body.order

  // Killed right after the reply, before the job has looked for events.
  const orders = [await placeOrder(), await placeOrder()]
  await shop.kill()
  isSilent = true
  await shop.start()
  // Killed while the receiver has the request and has not answered.
  orders.push(await placeOrder())
  await expect.poll(() => unanswered, { timeout: 60_000 }).not.toEqual([])
  await admin('POST', `/order/admin/${orders[0]?._id}/move`, { to: 'Confirmed' })
  await shop.kill()
  isSilent = false
  await shop.start()
  const database = await shop.connect()
  // The claims of the killed server end by themselves after 70 seconds.
  await database.query(`update webhook_deliveries set next_at = now() where state = 'waiting'`)
  const expected = [...orders.map(({ number }) => `order.placed ${number}`), `order.changed ${orders[0]?.number}`].sort()
  const listReceived = () => [...new Set(received.map(({ type, number }) => `${type} ${number}`))].sort()
  await expect.poll(listReceived, { timeout: 120_000 }).toEqual(expected)
  await database.end()
  const ofFirst = received.filter(({ number }) => number === orders[0]?.number).map(({ type }) => type)
  expect(ofFirst.indexOf('order.changed')).toBe(ofFirst.lastIndexOf('order.placed') + 1)
  // What came twice has the same id.
  expect(new Set([...received, ...unanswered].map(({ id }) => id)).size).toBe(expected.length)
}, 300_000)
