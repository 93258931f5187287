import { afterAll, expect, test } from 'vitest'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { createExchanges, exchangeToL } from '#testing/exchanges.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'

let proxy: Awaited<ReturnType<typeof startDatabaseProxy>> | undefined
const app = await createTestApp({
  environment: { ...taxedShop, LIMITS_FACTOR: '1000' },
  overrideConnection: async (connection) => {
    proxy = await startDatabaseProxy(connection)
    return { host: '127.0.0.1', port: proxy.port, ssl: false }
  },
})
const direct = connectPostgres({ connection: app.connection, onIdleError: console.error })
afterAll(async () => {
  await direct.destroy()
  await proxy?.close()
})
let rejected = 0

/** Sends a request until the database has answered it. */
const request: TestApp['request'] = async (...call) => {
  for (;;) {
    const reply = await app.request(...call)
    if (reply.statusCode !== 503) return reply
    rejected += 1
  }
}

const shop = createExchanges({ ...app, request, database: direct, taxed: await createTaxedOrders({ ...app, request, database: direct }) })

const countEvents = async () =>
  (
    await direct
      .selectFrom('order_events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

test('exchanges that are repeated through broken connections hold and send each new item once', async () => {
  await shop.setPolicies()
  const tee = await createTestProduct({ database: direct, price: 799, sizes: { M: 10, L: 10 } })
  const orders = []
  for (let count = 0; count < 6; count += 1) orders.push(await shop.deliver([{ ...tee, size: 'M' }]))
  let isDone = false
  const exchanging = Promise.all(
    orders.map(async (order) => {
      const id = await order.askId([exchangeToL])
      // A repeated step that was done before its connection broke is refused.
      const states = [await shop.accept(id), await shop.receive(id)].map(({ statusCode }) => statusCode)
      for (const status of states) expect([200, 409]).toContain(status)
      return (await shop.readReturn(id)).exchange.order._id as string
    }),
  ).finally(() => {
    isDone = true
  })
  for (let cuts = 0; cuts < 8 && !isDone; cuts += 1) {
    const before = await countEvents()
    await expect.poll(async () => isDone || (await countEvents()) > before).toBe(true)
    proxy?.dropConnections()
  }
  expect(new Set(await exchanging).size).toBe(6)
  expect(rejected).toBeGreaterThan(0)
  expect(await shop.stockOf(tee.id)).toEqual({ M: 10, L: 4 })
  expect(await direct.selectFrom('return_lines').select('held').where('held', '>', 0).execute()).toEqual([])
  expect(await shop.findFaults()).toEqual([])
})
