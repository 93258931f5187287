import { sql } from 'kysely'
import { findRunningDatabase } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { connectPostgres } from '#server/adapters/postgres.ts'
import { insertPlannedProducts } from '#testing/insert-planned-orders.ts'
import { fillOrders } from './fill-orders.ts'

/**
 * `node bench/fill-large-shop.ts FOLDER [ORDERS] [PRODUCTS]`: fills the shop that runs with this DATA_DIR with orders of two years, for measurements of
 * the figures. 1,000,000 orders take ten minutes. The job then counts their days.
 */
const [dataDir = '', orders = '1000000', products = '100000'] = process.argv.slice(2)
const connection = await findRunningDatabase({ dataDir })
if (!connection) throw new Error('No shop runs with this DATA_DIR.')
const database = connectPostgres({ connection, onIdleError: console.error, hasTimeouts: false })
try {
  const productIds = await insertPlannedProducts({ database, products: Number(products) })
  await fillOrders({ database, productIds, orders: Number(orders) })
  await sql`
    insert into changed_profit_days (day, transaction_id) select day, transaction_id from changed_order_days on conflict do nothing
  `.execute(database)
} finally {
  await database.destroy()
}
