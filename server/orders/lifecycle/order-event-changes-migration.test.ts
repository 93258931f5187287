import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOrderEvent } from '#contract/orders/order-events.ts'
import { createOldDatabase } from '#testing/old-database.ts'

const sentences = [
  ['Shipment: Delhivery DL123', 'Shipment entered'],
  ['Shipment changed: Delhivery DL123 → Blue Dart 77 https://courier.example/77', 'Shipment changed'],
  ['Shipment removed: Delhivery DL123', 'Shipment removed'],
  ['Parcel received, damaged', 'Parcel received'],
  ['The courier has paid ₹799 (Delhivery, UTR 7)', 'Courier paid'],
  ['Payment of the courier resolved: called them → done', 'Courier payment resolved'],
  ['Size 3XL confirmed for Kurta confirmed for fit', 'Size confirmed'],
  ['Cancelled undone', 'Transition undone'],
  ['Placed', 'Placed'],
  ['No answer', 'No answer'],
] as const

test('the upgrade turns stored sentences into events that read as before', async () => {
  const { database, upgrade } = await createOldDatabase({ before: '0116_order_event_changes.sql' })
  await sql`insert into orders (number, kind, total_paise, delivery_address) values ('OLD', 'guest', 100, '{}')`.execute(database)
  for (const [sentence] of sentences) {
    await sql`insert into order_events (order_id, event, actor) select id, ${sentence}, 'system' from orders`.execute(database)
  }
  await upgrade()
  const events = await database.selectFrom('order_events').select(['event', 'change']).orderBy('id').execute()
  expect(events.map((event) => [describeOrderEvent(event), event.event])).toEqual(sentences)
})
