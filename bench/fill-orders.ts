import { sql } from 'kysely'
import type { Database, Transaction } from '#server/database/schema.ts'
import { plannedDays } from '#testing/planned-orders.ts'

export interface Fill {
  readonly database: Database
  readonly productIds: readonly string[]
  /** how many, spread over two years */
  readonly orders: number
}

/** Whole numbers below `max` that differ from row to row, the same in each run. */
export const random = (max: number, salt: number) => sql.raw(`(abs(hashint8(n * 31 + ${salt})::bigint) % ${max})`)
const pick = (values: readonly string[], salt: number) =>
  sql`(${sql.raw(`array[${values.map((value) => `'${value}'`).join(', ')}]`)})[1 + ${random(values.length, salt)}]`

/**
 * Inserts orders of two years with everything that figures read: lines with costs, events, parcels, payments, refunds, payments of couriers,
 * settlements, documents, returns, offers, sources and visits. Days are marked as not counted.
 */
export async function fillOrders({ database, productIds, orders }: Fill): Promise<void> {
  await inReplicaRole(database, insertOffers)
  for (let daysAgo = plannedDays; daysAgo >= 0; daysAgo -= 31) {
    await inReplicaRole(database, async (trx) => {
      await planOrders({
        trx,
        productIds,
        perDay: Math.round(orders / (plannedDays + 1)),
        oldest: daysAgo,
        newest: Math.max(0, daysAgo - 30),
      })
      for (const statement of rowsOfOrders) await statement.execute(trx)
    })
  }
  await inReplicaRole(database, (trx) => insertShared({ trx, productIds }))
  await sql`
    insert into changed_order_days (day, transaction_id)
    select day::date, xid8 '0' from generate_series(current_date - ${plannedDays}::int, current_date, interval '1 day') as days (day)
    on conflict do nothing
  `.execute(database)
  await sql`vacuum analyze`.execute(database)
}

const insertOffers = async (trx: Transaction): Promise<void> => {
  await sql`
    insert into offers (title, code, kind, percent, scope, commission_percent)
    select 'Code ' || n, 'CODE' || n, 'percent', 10, '{"kind": "all"}', 10 from generate_series(1, 50) as n
  `.execute(trx)
}

/** Visits, views, and stock that was sold out: each fourth size once in the last 60 days. */
async function insertShared({ trx, productIds }: { trx: Transaction; productIds: readonly string[] }): Promise<void> {
  await sql`
    insert into daily_steps (day, step, visits)
    select day::date, step, visits from generate_series(current_date - ${plannedDays}::int, current_date, interval '1 day') as days (day),
      (values ('visit', 40000), ('product', 25000), ('cart', 5000), ('checkout', 2500)) as steps (step, visits)
  `.execute(trx)
  await sql`
    insert into daily_product_views (day, product_id, views)
    select day::date, product_id, 1 + ${random(40, 50)}
    from generate_series(current_date - ${plannedDays}::int, current_date, interval '1 day') as days (day), generate_series(1, 3000) as turn,
      lateral (select extract(epoch from day)::bigint / 86400 * 100003 + turn as n) as numbers
      join unnest(${productIds}::uuid[]) with ordinality as products (product_id, place) on place = 1 + ${random(productIds.length, 51)}
    on conflict do nothing
  `.execute(trx)
  // The job counts the views of these days once more.
  await sql`delete from recent_views_end`.execute(trx)
  await sql`
    insert into stock_movements (product_id, size, change, stock_after, cause, moved_at)
    select product_id, size, change, greatest(change, 0), 'correction', now() - make_interval(days => days + ${random(30, 52)}::int)
    from (select product_id, size, row_number() over (order by product_id, size) as n from product_sizes) as sizes,
      (values (-50, 20), (50, 10)) as moved (change, days) where n % 4 = 0 order by days desc
  `.execute(trx)
  // The trigger that records these times does not run.
  await sql`
    insert into sold_out_times (product_id, size, started_at, ended_at)
    select product_id, size, now() - make_interval(days => 20 + ${random(30, 52)}::int), now() - make_interval(days => 10 + ${random(30, 52)}::int)
    from (select product_id, size, row_number() over (order by product_id, size) as n from product_sizes) as sizes where n % 4 = 0
  `.execute(trx)
}

interface Plan {
  readonly trx: Transaction
  readonly productIds: readonly string[]
  readonly perDay: number
  /** days ago, both included */
  readonly oldest: number
  readonly newest: number
}

const statusOf = sql`
  case when days_ago < 1 then case when chance < 10 then 'Cancelled' else 'Placed' end when days_ago < 2 then 'Confirmed' when days_ago < 5 then 'Shipped'
    when chance < 5 then 'Cancelled' when chance < 15 and payment = 'on delivery' then 'Refused' when chance < 17 then 'Undelivered' else 'Delivered' end`

/** The temporary tables `plan` and `plan_lines`: each order has one line, a third of them a second one. */
async function planOrders({ trx, productIds, perDay, oldest, newest }: Plan): Promise<void> {
  await sql`create temporary table if not exists plan_products on commit preserve rows as
    select product_id, place, name, price_paise from unnest(${productIds}::uuid[]) with ordinality as ids (product_id, place)
    join products on products.id = product_id`.execute(trx)
  await sql`drop table if exists plan, plan_lines`.execute(trx)
  await sql`
    create temporary table plan_lines as
    select days_ago, n, line, product_id, name, price_paise, 1 + (${random(10, 1)} = 0)::int as quantity, ${pick(['S', 'M', 'M', 'L', 'XL'], 2)} as size,
      case when ${random(10, 3)} > 0 then price_paise / 2 end as cost
    from generate_series(${newest}::int, ${oldest}::int) as days_ago, generate_series(1, ${perDay}::int) as turn,
      lateral (select days_ago::bigint * 100003 + turn as n) as numbers,
      lateral (select line, floor(power((abs(hashint8(n * 31 + line)::bigint) % 1000000) / 1000000.0, 2) * ${productIds.length}::int)::int + 1 as place
        from generate_series(1, 1 + (${random(3, 4)} = 0)::int) as line) as places
      join plan_products using (place)
  `.execute(trx)
  await sql`
    create temporary table plan as
    select *, ${statusOf} as status from (
      select n, days_ago, uuidv7() as id, uuidv7() as return_id, uuidv7() as payment_id, sum(price_paise * quantity) as paise, 10 + ${random(90, 5)} as person,
        (now() - make_interval(days => days_ago, secs => ${random(80_000, 6)}::int)) as placed_at, ${random(100, 7)} as chance, ${random(100, 8)} as chance_back,
        case when ${random(100, 9)} < 60 then 'on delivery' when ${random(100, 9)} < 95 then 'online' else 'to the shop' end as payment,
        ${pick(['delhivery', 'dtdc', 'ekart', 'xpressbees'], 10)} as courier, 110 + ${random(740, 11)} as pin, (${random(5, 12)} = 0)::int * 4900 as fee
      from plan_lines group by n, days_ago
    ) as planned
  `.execute(trx)
  await sql`analyze plan`.execute(trx)
}

const sent = sql`status in ('Shipped', 'Delivered', 'Refused', 'Undelivered')`
const isReturned = sql`status = 'Delivered' and days_ago > 20 and chance_back < 8`

const rowsOfOrders = [
  sql`
    insert into orders (id, number, kind, status, total_paise, adjustment_paise, paid_paise, collect_paise, refunded_paise, delivery_address, placed_at,
      manual_payment, manual_payment_at, returned_parcel)
    select id, 'N' || n, case payment when 'online' then 'card' else 'guest' end, status, paise, fee,
      case when payment = 'on delivery' and status <> 'Delivered' then 0 else paise + fee end, case payment when 'on delivery' then paise + fee else 0 end,
      case when payment = 'online' and (status in ('Cancelled', 'Undelivered') or ${isReturned}) then paise else 0 end,
      jsonb_build_object('firstName', 'Asha' || n % 400000, 'lastName', 'Rao' || n % 977, 'address', n || ' Lake Road', 'city', 'City', 'state', 'State ' || pin / 25,
        'pinCode', pin || '001', 'phone', (6000000000 + n % 400000)::text, 'email', 'asha' || n % 400000 || '@example.com'),
      placed_at, case payment when 'to the shop' then 'upi' end, case payment when 'to the shop' then placed_at end,
      case when status in ('Refused', 'Undelivered') then case when chance_back < 5 then 'damaged' else 'sellable' end end
    from plan order by placed_at`,
  sql`
    insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size, cost_paise)
    select id, line, product_id, name, 'planned', price_paise, quantity, size, cost from plan_lines join plan using (n, days_ago)`,
  sql`insert into order_adjustments (order_id, kind, label_code, amount_paise, source) select id, 'fee', 'shipping', fee, 'shipping' from plan where fee > 0`,
  sql`
    insert into order_events (order_id, event, actor, happened_at)
    select id, event, actor, placed_at + make_interval(hours => (hours + person)::int) from plan, (values ('Placed', 'guest', -100), ('Confirmed', 'admin', -20),
      ('Packed', 'admin', -15), ('Shipped', 'admin', 0), ('Delivered', 'admin', 30), ('Refused', 'admin', 50), ('Undelivered', 'admin', 60), ('Parcel received', 'admin', 120)) as steps (event, actor, hours)
    where event = 'Placed' or event in ('Confirmed', 'Packed', 'Shipped') and ${sent} or event = status and event <> 'Shipped'
      or event = 'Parcel received' and status in ('Refused', 'Undelivered')
    order by placed_at, hours`,
  sql`insert into shipments (order_id, courier, tracking_number, created_at) select id, courier, 'T' || n, placed_at + interval '1 day' from plan where ${sent}`,
  sql`
    insert into payments (id, order_id, provider, provider_order_id, provider_payment_id, amount_paise, status, cart_snapshot, delivery_address, fingerprint, hold_ends_at, created_at)
    select payment_id, id, 'razorpay', 'order_' || n, 'pay_' || n, paise + fee, 'paid', '[]', '{}', 'f' || n, placed_at, placed_at from plan where payment = 'online'`,
  sql`
    insert into captured_payments (provider_payment_id, payment_id, amount_paise, captured_at, method)
    select 'pay_' || n, payment_id, paise + fee, placed_at, 'upi' from plan where payment = 'online'`,
  sql`
    insert into refunds (payment_id, provider_payment_id, amount_paise, reason, provider_refund_id, status, created_at, settled_at)
    select payment_id, 'pay_' || n, paise, 'order cancelled', 'rfnd_' || n, 'processed', placed_at, placed_at from plan
    where payment = 'online' and (status in ('Cancelled', 'Undelivered') or ${isReturned})`,
  sql`
    insert into settlement_rows (provider, settlement_id, entity_id, kind, amount_paise, fee_paise, tax_paise, debit_paise, credit_paise, utr, settled_on, is_matched)
    select 'razorpay', 'setl_' || days_ago, 'pay_' || n, 'payment', paise + fee, (paise + fee) / 50, 0, 0, (paise + fee) - (paise + fee) / 50, 'UTR' || days_ago,
      (placed_at + interval '2 days')::date, true
    from plan where payment = 'online' and days_ago > 3`,
  sql`insert into cod_remittances (courier, fingerprint, entered_at) select courier, 'f' || days_ago || courier, max(placed_at) + interval '14 days' from plan where days_ago > 14 group by courier, days_ago`,
  sql`
    insert into cod_remittance_lines (remittance_id, line, tracking_number, amount_paise, order_id, expected_paise, outcome, courier)
    select cod_remittances.id, row_number() over (partition by courier, days_ago), 'T' || n, paise + fee - case when chance_back = 99 then 5000 else 0 end, plan.id, paise + fee,
      case when chance_back = 99 then 'short' else 'matched' end, courier
    from plan join cod_remittances using (courier) where fingerprint = 'f' || days_ago || courier and days_ago > 14 and status = 'Delivered' and payment = 'on delivery'`,
  sql`
    insert into unpaid_cod_orders (order_id, courier, collect_paise, delivered_at)
    select id, courier, paise + fee, placed_at + interval '4 days' from plan where days_ago <= 14 and status = 'Delivered' and payment = 'on delivery'`,
  sql`
    insert into documents (kind, series, year, number, written, order_id, issued_at, supplier, buyer, place_of_supply, lines, taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise)
    select 'invoice', 'N', '25-26', n, 'N' || n, id, placed_at + interval '1 day', '{}', '{}', '29', '[]', paise + fee - paise / 21, 0, 0, paise / 21, paise + fee from plan where ${sent}`,
  sql`
    insert into returns (id, number, order_id, is_fault, fee_paise, refund_paise, state, handover, accepted_at, settled_at)
    select return_id, 'R' || n, id, false, 0, paise, 'settled', case when chance_back < 4 then 'pickup' else 'send' end, placed_at + interval '8 days', placed_at + interval '16 days' from plan where ${isReturned}`,
  sql`
    insert into return_lines (return_id, order_id, line, quantity, reason, seen, restocked, refunded, refund_paise)
    select return_id, id, line, quantity, 'late', '{}', quantity, quantity, price_paise * quantity from plan join plan_lines using (n, days_ago) where ${isReturned}`,
  sql`
    insert into payouts (return_id, order_id, amount_paise, method, reference, paid_at, created_at)
    select return_id, id, paise, 'upi', case when chance_back > 0 then 'U' || n end, case when chance_back > 0 then placed_at + interval '18 days' end, placed_at + interval '16 days' from plan where ${isReturned} and payment <> 'online'`,
  sql`insert into price_reductions (order_id, amount_paise, reason, reduced_at) select id, 5000, 'a stain', placed_at + interval '7 days' from plan where status = 'Delivered' and chance_back = 98 and days_ago > 20`,
  sql`
    insert into order_referrals (order_id, source, medium, campaign, stored_at)
    select id, ${pick(['instagram', 'facebook', 'google', 'whatsapp', 'youtube'], 13)}, ${pick(['story', 'cpc', 'post'], 14)}, 'campaign ' || ${random(40, 15)}, placed_at from plan where ${random(10, 16)} < 6`,
  sql`
    insert into offer_uses (offer_id, order_id, person, amount_paise, used_at)
    select offers.id, plan.id, '', 0, placed_at from plan join offers on code = 'CODE' || (1 + ${random(50, 17)}) where ${random(100, 18)} < 15`,
  sql`
    insert into stock_movements (product_id, size, change, stock_after, cause, reference, moved_at)
    select product_id, size, -quantity, 20, 'sale', id, placed_at from plan_lines join plan using (n, days_ago) order by placed_at`,
  sql`insert into archived_orders (order_id, archived_at) select id, placed_at from plan where ${random(200, 19)} = 0 and status = 'Cancelled'`,
]

/** Without triggers and foreign keys, which would take most of the time. */
const inReplicaRole = (database: Database, work: (trx: Transaction) => Promise<void>): Promise<void> =>
  database.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`set local work_mem = '256MB'`.execute(trx)
    await work(trx)
  })
