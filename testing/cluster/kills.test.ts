import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRunningDatabase } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { connectPostgres } from '#server/adapters/postgres.ts'
import type { Database } from '#server/database/schema.ts'
import { findDrift } from '#server/inventory/ledger.ts'
import { createProvider, type Provider } from '../card-checkout.ts'
import { createTestProduct } from '../factories.ts'
import { startCardLoad } from './card-load.ts'
import { startDeskLoad } from './desk-load.ts'
import { startMailServer } from './mail-server.ts'
import { startOrderLoad } from './order-load.ts'
import { type ShopServer, startShopServer } from './shop-server.ts'
import { waitUntil } from './wait-until.ts'

/** `npm run test:cluster` kills 28 times, `npm test` a few times. */
const kills = Number(process.env.KILLS ?? 4)
/** Orders on delivery between two kills: 200 in all. */
const ordersPerKill = Math.ceil(200 / 28)
const pin = 'owner-pin-1'
const pieces = 100_000

const open = new AsyncDisposableStack()
let provider: Provider
let shop: ShopServer
let mails: string[]
let products: { id: string; name: string; price: number; size?: string; quantity?: number }[]

beforeAll(async () => {
  provider = await createProvider()
  open.defer(provider.close)
  const mail = await startMailServer()
  open.defer(mail.close)
  mails = mail.received
  shop = await startShopServer({
    settings: {
      SMTP_URL: mail.url,
      ADMIN_PIN: pin,
      RAZORPAY_KEY_ID: provider.gateway.keyId,
      RAZORPAY_KEY_SECRET: provider.keySecret,
      RAZORPAY_WEBHOOK_SECRET: provider.webhookSecret,
      RAZORPAY_API_URL: provider.url,
      RAZORPAY_CHECKOUT_URL: provider.gateway.checkoutScript.url,
    },
  })
  open.defer(shop.close)
  await provider.control('endpoints', {
    url: `${shop.origin}/api/v1/payments/razorpay/webhook`,
    secret: provider.webhookSecret,
    events: ['order.paid', 'payment.captured'],
  })
  await useDatabase(async (database) => {
    const oneStock = await Promise.all(Array.from({ length: 3 }, () => createTestProduct({ database, stock: pieces })))
    const bySize = await Promise.all(Array.from({ length: 3 }, () => createTestProduct({ database, sizes: { M: pieces, L: pieces } })))
    products = [...oneStock.map((product) => ({ ...product, quantity: 2 })), ...bySize.map((product) => ({ ...product, size: 'M' }))]
  })
})

afterAll(() => open.disposeAsync())

/** With the embedded database, which may have been killed since the last time. */
async function useDatabase<Result>(use: (database: Database) => Promise<Result>): Promise<Result> {
  const connection = await findRunningDatabase({ dataDir: shop.dataDir })
  if (!connection) throw new Error('The database does not run.')
  const database = connectPostgres({ connection, onIdleError: () => {} })
  try {
    return await use(database)
  } finally {
    await database.destroy()
  }
}

function killDatabase(): void {
  const [pid] = readFileSync(join(shop.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

/** What must be true of every order, by name: each statement finds the rows of which it is not. */
const violations = {
  'the total is the sum of the lines': sql`
    select from orders where total_paise <> (select coalesce(sum(price_paise * quantity), 0) from order_lines where order_id = orders.id)`,
  'what is paid and what is to be collected is the total': sql`
    select from orders where total_paise <> paid_paise + case when kind <> 'card' and status <> 'Delivered' then collect_paise else 0 end`,
  'an order has one payment': sql`select from payments where order_id is not null group by order_id having count(*) > 1`,
  'nothing is refunded': sql`select from refunds`,
  'an amount of a courier is recorded once': sql`
    select from cod_remittance_lines where outcome = 'matched' group by order_id having count(*) > 1`,
}

test(`nothing is lost or done twice while the shop is killed ${kills} times`, async () => {
  const { origin } = shop
  const orders = startOrderLoad({ origin, products, buyers: 3, clicks: 2 })
  const cards = startCardLoad({ origin, provider, products, shoppers: 2 })
  const desk = startDeskLoad({ origin, pin })
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = orders.acknowledged.length + ordersPerKill
    await waitUntil(() => orders.acknowledged.length >= enough)
    // Every second time with its database.
    if (kill % 2 === 0) killDatabase()
    await shop.kill()
    await shop.restart()
  }
  await waitUntil(() => desk.remitted.length > 0 && desk.undone.size > 0 && desk.countRemovals() > 0)
  await Promise.all([orders.stop(), cards.stop(), desk.stop()])

  await useDatabase(async (database) => {
    // Payments whose browser was closed are found by webhooks and jobs.
    await waitUntil(async () => {
      const { rows } = await sql`select from payments where provider_order_id = any(${cards.captured}) and order_id is null`.execute(
        database,
      )
      return rows.length === 0
    })
    const placed = await database.selectFrom('orders').select(['id', 'number', 'kind', 'status']).execute()
    const guests = placed.filter(({ kind }) => kind === 'guest').map(({ number }) => number)
    expect(guests.toSorted(), 'each order on delivery once').toEqual(orders.acknowledged.toSorted())
    expect(placed.filter(({ kind }) => kind === 'card')).toHaveLength(cards.captured.length)
    expect(cards.acknowledged.length).toBeGreaterThan(0)

    const statuses = new Map(placed.map(({ id, status }) => [id, status as string]))
    expect(new Map([...desk.changed.keys()].map((id) => [id, statuses.get(id)]))).toEqual(desk.changed)
    const events = await sql<{ order_id: string }>`
      select order_id from order_events where event in ('Confirmed', 'Packed', 'Shipped', 'Delivered')
      group by order_id, event having count(*) > 1
    `.execute(database)
    expect(
      events.rows.filter(({ order_id }) => !desk.undone.has(order_id)),
      'each change once',
    ).toEqual([])
    const matched = await sql<{
      tracking_number: string
    }>`select tracking_number from cod_remittance_lines where outcome = 'matched'`.execute(database)
    expect(matched.rows.map((line) => line.tracking_number).toSorted()).toEqual(desk.remitted.toSorted())
    for (const [rule, statement] of Object.entries(violations)) {
      expect([rule, (await statement.execute(database)).rows.length]).toEqual([rule, 0])
    }
    expect(await findDrift({ database })).toMatchObject({ drifts: [], sums: [] })
    await waitUntil(async () => (await sql`select from outbox_mails where state = 'waiting'`.execute(database)).rows.length === 0)
  })
  // A kill between the reply of the mail server and the commit repeats a mail, with the same id.
  expect(mails.length - new Set(mails).size).toBeLessThanOrEqual(kills)
})
