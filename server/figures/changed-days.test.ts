import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { countChangedDays } from './count-days.ts'

const { request, database } = await createTestApp()
const tee = await createTestProduct({ database, stock: 10 })
const { _id: id } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity: 3 }]) })).json().order
await sql`insert into shipments (order_id, courier) values (${id}, 'dtdc')`.execute(database)
await sql`insert into returns (number, order_id, is_fault, fee_paise, refund_paise) values ('CHANGED-1', ${id}, false, 0, 0)`.execute(
  database,
)
await sql`insert into return_lines (return_id, order_id, line, quantity, reason) select id, order_id, 1, 2, 'late' from returns`.execute(
  database,
)
await sql`insert into cod_remittances (courier, fingerprint) values ('dtdc', 'test')`.execute(database)
await sql`
  insert into payments (provider_payment_id, amount_paise, status, cart_snapshot, delivery_address, fingerprint, hold_ends_at)
  values ('pay_changed', 1000, 'paid', '[]', '{}', 'changed', now())
`.execute(database)

const countDays = () => countChangedDays({ database, signal: new AbortController().signal })

// In this order, because some need the ones before them.
test.each<readonly [string, RawBuilder<unknown>, days: number]>([
  ['its status', sql`update orders set status = 'Confirmed'`, 1],
  ['its fees', sql`update orders set adjustment_paise = 500`, 1],
  ['its kind', sql`update orders set kind = 'cod'`, 1],
  ['a payment to the shop', sql`update orders set manual_payment = 'cash', manual_payment_at = now()`, 1],
  ['the time it was placed', sql`update orders set placed_at = placed_at - interval '3 days'`, 2],
  ['its PIN code', sql`update orders set delivery_address = jsonb_set(delivery_address, '{pinCode}', '"110001"')`, 1],
  ['its state', sql`update orders set delivery_address = jsonb_set(delivery_address, '{state}', '"Delhi"')`, 1],
  ['what was paid', sql`update orders set paid_paise = 100`, 1],
  ['what the courier collects', sql`update orders set collect_paise = 100`, 1],
  ['what was refunded', sql`update orders set refunded_paise = 100`, 1],
  ['a payment', sql`update payments set order_id = orders.id from orders`, 1],
  [
    'a refund',
    sql`insert into refunds (payment_id, provider_payment_id, amount_paise, reason) select id, provider_payment_id, 100, 'test' from payments`,
    1,
  ],
  ['the status of a refund', sql`update refunds set status = 'processed', settled_at = now()`, 1],
  ['the removal of a refund', sql`delete from refunds`, 1],
  ['a refund to pay by hand', sql`insert into payouts (order_id, amount_paise, reason) select id, 100, 'test' from orders`, 1],
  ['the transfer of a refund', sql`update payouts set reference = 'U1', paid_at = now()`, 1],
  [
    'a payment of its courier',
    sql`insert into cod_remittance_lines (remittance_id, line, tracking_number, amount_paise, order_id, outcome)
    select cod_remittances.id, 1, 'T1', 100, orders.id, 'matched' from cod_remittances, orders`,
    1,
  ],
  ['another amount of its courier', sql`update cod_remittance_lines set amount_paise = 90`, 1],
  ['the removal of a payment of its courier', sql`delete from cod_remittance_lines`, 1],
  ['the end of an expected payment', sql`insert into cod_resolutions (order_id, note) select id, 'lost' from orders`, 1],
  ['an expected payment again', sql`delete from cod_resolutions`, 1],
  ['a note', sql`update orders set shopper_note = 'Ring twice'`, 0],
  ['the quantity of a line', sql`update order_lines set quantity = 4`, 1],
  ['the size of a line', sql`update order_lines set size = 'L'`, 1],
  ['the courier of its parcel', sql`update shipments set courier = 'ekart'`, 1],
  ['the message of its courier', sql`update shipments set status = 'In transit'`, 0],
  ['another parcel', sql`insert into shipments (order_id, courier) select id, 'dtdc' from orders`, 1],
  ['the removal of its parcels', sql`delete from shipments`, 1],
  ['the state of a return', sql`update returns set state = 'accepted', accepted_at = now(), handover = 'send'`, 1],
  ['what a return has brought', sql`update return_lines set seen = '{}', restocked = 1, refunded = 1`, 1],
  ['the removal of a line of a return', sql`delete from return_lines`, 1],
  ['the removal of a return', sql`delete from returns`, 1],
  ['the removal of a line', sql`delete from order_lines`, 1],
  ['its place in the archive', sql`insert into archived_orders (order_id) select id from orders`, 1],
  ['its return from the archive', sql`delete from archived_orders`, 1],
  ['its payment of another order', sql`update payments set order_id = null`, 1],
  ['its deletion', sql`delete from orders`, 1],
])('of an order, %s has its day counted again', async (_change, statement, days) => {
  await countDays()
  await statement.execute(database)
  expect(await countDays()).toBe(days)
})
