import { sql } from 'kysely'
import type { Database, Transaction } from '#server/database/schema.ts'
import { namePlanned, type PlannedOrder, plannedSizes, pricePlanned } from './planned-orders.ts'

const rowsPerStatement = 10_000

/** Inserts products with four sizes of 50 items, and returns their ids in the order of the plan. They are older than the orders. */
export async function insertPlannedProducts({ database, products }: { database: Database; products: number }): Promise<string[]> {
  const rows = Array.from({ length: products }, (_, place) => ({ place, name: namePlanned(place), price: pricePlanned(place) * 100 }))
  return inReplicaRole(database, async (trx) => {
    const { rows: inserted } = await sql<{ id: string; place: number }>`
      with planned as (
        select *, uuidv7() as id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (place int, name text, price bigint)
      ), products as (
        insert into products (id, name, description, category, price_paise, has_sizes, stock, image_key, created_at, search_text, search_vector)
        select id, name, 'Planned.', 'TEE', price, true, 200, 'planned', now() - interval '800 days', lower(name), to_tsvector(name) from planned
      ), sizes as (
        insert into product_sizes (product_id, size, position, stock)
        select id, size, position, 50 from planned, unnest(${plannedSizes}::text[]) with ordinality as sizes (size, position)
      ), movements as (
        insert into stock_movements (product_id, size, change, stock_after, cause, moved_at)
        select id, size, 50, 50, 'opening', now() - interval '800 days' from planned, unnest(${plannedSizes}::text[]) as sizes (size)
      )
      select id, place from planned
    `.execute(trx)
    return inserted.toSorted((one, other) => one.place - other.place).map(({ id }) => id)
  })
}

/** Inserts orders of different people and addresses, with what belongs to them, and marks their days as not counted. */
export async function insertPlannedOrders({
  database,
  orders,
  productIds,
}: {
  database: Database
  orders: readonly PlannedOrder[]
  productIds: readonly string[]
}): Promise<void> {
  for (let first = 0; first < orders.length; first += rowsPerStatement) {
    const part = orders.slice(first, first + rowsPerStatement).map((order, index) => ({
      ...order,
      person: first + index,
      productId: productIds[order.product],
      name: namePlanned(order.product),
    }))
    await inReplicaRole(database, (trx) => insertPart({ trx, part }))
  }
  await sql`
    insert into changed_order_days (day, transaction_id)
    select distinct (placed_at at time zone 'Asia/Kolkata')::date, xid8 '0' from orders on conflict do nothing
  `.execute(database)
  await sql`analyze`.execute(database)
}

const insertPart = ({ trx, part }: { trx: Transaction; part: readonly object[] }) =>
  sql`
    with planned as materialized (
      select *, uuidv7() as id, uuidv7() as return_id from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as row (
        number text, "placedAt" timestamptz, product int, size text, quantity int, paise bigint, payment text, pin text, state text,
        courier text, status text, returned int, person int, "productId" uuid, name text
      )
    ), orders as (
      insert into orders (id, number, kind, status, total_paise, delivery_address, placed_at, manual_payment, manual_payment_at)
      select id, number, case payment when 'online' then 'card' else 'guest' end, status, paise,
        jsonb_build_object('firstName', 'Asha' || person, 'lastName', 'Rao' || person % 977, 'address', person || ' Lake Road', 'city', 'City',
          'state', state, 'pinCode', pin, 'phone', (6000000000 + person)::text, 'email', 'asha' || person || '@example.com'),
        "placedAt", case when payment = 'to the shop' then 'upi' end, case when payment = 'to the shop' then "placedAt" end
      from planned
    ), lines as (
      insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
      select id, 1, "productId", name, 'planned', paise / quantity, quantity, size from planned
    ), events as (
      insert into order_events (order_id, event, actor, happened_at) select id, 'Placed', 'guest', "placedAt" from planned
    ), parcels as (
      insert into shipments (order_id, courier, created_at)
      select id, courier, "placedAt" from planned where status not in ('Placed', 'Confirmed', 'Packed', 'Cancelled')
    ), returns as (
      insert into returns (id, number, order_id, is_fault, fee_paise, refund_paise, state, handover, accepted_at, settled_at)
      select return_id, 'R' || number, id, false, 0, 0, 'settled', 'send', "placedAt", "placedAt" from planned where returned > 0
    )
    insert into return_lines (return_id, order_id, line, quantity, reason, seen, restocked, refunded)
    select return_id, id, 1, quantity, 'late', '{}', returned, returned from planned where returned > 0
  `.execute(trx)

/** Without triggers and foreign keys, which would take most of the time. */
const inReplicaRole = <Result>(database: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> =>
  database.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    return work(trx)
  })
