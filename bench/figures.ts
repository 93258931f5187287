import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { apiBase } from '#contract/api.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { findRunningDatabase } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { connectPostgres } from '#server/adapters/postgres.ts'
import type { Database } from '#server/database/schema.ts'
import { countChangedDays } from '#server/figures/count-days.ts'
import { insertPlannedOrders, insertPlannedProducts } from '#testing/insert-planned-orders.ts'
import { planOrders } from '#testing/planned-orders.ts'
import { fillFigures } from './fill-figures.ts'
import { signIn } from './sign-in.ts'
import { startShop } from './start-shop.ts'

/**
 * `npm run bench:figures`: what the figures, the packing queue and the desk take in a shop of 3,000 products and 100,000 orders of different
 * people in two years, of which 10,000 are to be packed, and the figures with the sums of 1,000,000 orders.
 */
const turns = 40
const products = 3_000

const dataDir = await mkdtemp(join(tmpdir(), 'shop-figures-'))
const shop = await startShop({
  settings: { DATA_DIR: dataDir, DEMO: 'off', ADMIN_PIN: 'pin of a bench', LIMITS_FACTOR: '1000000', ADMIN_SECOND_FACTOR: 'optional' },
})
const connection = await findRunningDatabase({ dataDir })
if (!connection) throw new Error('The database does not run.')
const database = connectPostgres({ connection, onIdleError: console.error })

try {
  const cookie = await signIn({ origin: shop.origin, name: 'admin', pin: 'pin of a bench' })
  const productIds = await insertPlannedProducts({ database, products })
  await insertPlannedOrders({ database, orders: planOrders({ orders: 100_000, products }), productIds })
  await countChangedDays({ database, signal: new AbortController().signal })
  const month = toIndianDay(Date.now() - 32 * 86_400_000).slice(0, 7)
  const figures = [
    'today',
    `sales?month=${month}`,
    'sales?days=90',
    'sales?days=90&by=size',
    'sales?days=90&by=size&q=kurta',
    'sales?days=90&by=style',
    'sales/export?days=90&by=size',
    'unsold',
    'sewing?days=90',
    'sewing/export?days=90',
    'deliveries?days=90&by=pin',
    'deliveries?days=90&by=courier',
    'deliveries/export?days=90&by=pin',
  ].map((path) => `/figures/${path}`)
  await makeSoldOut(database)
  await makeWork(database)
  console.log('| Call (median / 95 % in ms) | Time |\n|---|---|')
  for (const path of [...figures, '/order/admin/pack', '/order/admin/desk?view=booking-problems', '/order/admin/desk?view=to-pack'])
    await measure({ path, cookie, orders: '100,000' })
  await fillFigures({ database, productIds, orders: 1_000_000 })
  for (const path of figures.slice(1)) await measure({ path, cookie, orders: '1,000,000' })
} finally {
  await database.destroy()
  await shop.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** Without triggers. */
async function inReplicaRole(of: Database, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  await of.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const statement of statements) await statement.execute(trx)
  })
}

/** Each size was sold out once in the last 60 days, and every tenth twice. */
async function makeSoldOut(of: Database): Promise<void> {
  const insert = (from: number, to: number, every: number) => sql`
    insert into stock_movements (product_id, size, change, stock_after, cause, moved_at)
    select product_id, size, change, greatest(change, 0), 'sale', now() - make_interval(days => days)
    from (select product_id, size, row_number() over (order by product_id, size) as place from product_sizes) as sizes,
      (values (-50, ${from}::int), (50, ${to}::int)) as moved (change, days) where place % ${every}::int = 0 order by days desc`
  // The trigger that records these times does not run.
  const insertTimes = (from: number, to: number, every: number) => sql`
    insert into sold_out_times (product_id, size, started_at, ended_at)
    select product_id, size, now() - make_interval(days => ${from}), now() - make_interval(days => ${to})
    from (select product_id, size, row_number() over (order by product_id, size) as place from product_sizes) as sizes where place % ${every}::int = 0`
  await inReplicaRole(of, [insert(60, 50, 1), insert(20, 15, 10), insertTimes(60, 50, 1), insertTimes(20, 15, 10)])
}

/** 10,000 orders to pack with shelves of their sizes, and 500 bookings of which 200 have a problem. */
async function makeWork(of: Database): Promise<void> {
  await inReplicaRole(of, [
    sql`update product_sizes set shelf = chr(65 + (abs(hashtext(product_id::text)) % 26)) || abs(hashtext(product_id::text)) % 40`,
    sql`update orders set status = 'Confirmed' where id in (select id from orders order by placed_at desc limit 10000)`,
    sql`
      insert into courier_bookings (reference, order_id, attempt, state, problem, collect_paise, weight_grams)
      select number || '-B1', id, 1, case when place <= 200 then 'rejected' else 'booked' end, case when place <= 200 then 'The PIN code is not served.' else '' end, collect_paise, 300
      from (select id, number, collect_paise, row_number() over (order by placed_at desc) as place from orders where status = 'Confirmed') as placed where place <= 500`,
  ])
  await sql`vacuum analyze`.execute(of)
}

/** Sends a call again and again, one at a time. The first ones are not measured: they plan and compile. */
async function measure({ path, cookie, orders }: { path: string; cookie: string; orders: string }): Promise<void> {
  const durations: number[] = []
  let size = 0
  for (let turn = -3; turn < turns; turn += 1) {
    const start = performance.now()
    const reply = await fetch(`${shop.origin}${apiBase}${path}`, { headers: { cookie } })
    size = (await reply.arrayBuffer()).byteLength
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`)
    if (turn >= 0) durations.push(performance.now() - start)
  }
  durations.sort((one, other) => one - other)
  const quantile = (part: number) => (durations[Math.ceil(durations.length * part) - 1] ?? Number.NaN).toFixed(0)
  console.log(`| ${path}, ${orders} orders, ${Math.round(size / 1024)} KB | ${quantile(0.5)} / ${quantile(0.95)} |`)
}
