import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createOldDatabase } from '#testing/old-database.ts'

test('the upgrade keeps refused orders as received and sums the refunds of card orders', async () => {
  const { database, upgrade } = await createOldDatabase({ before: '0045_undo_order_changes.sql' })
  await sql`
    insert into orders (number, kind, status, total_paise, paid_paise, collect_paise, delivery_address)
    values ('REFUSED', 'cod', 'Refused', 100, 0, 100, '{}'), ('SHIPPED', 'cod', 'Shipped', 100, 0, 100, '{}'),
      ('CARD', 'card', 'Placed', 90000, 90000, 0, '{}')
  `.execute(database)
  await sql`
    with paid as (
      insert into payments (provider_payment_id, amount_paise, status, cart_snapshot, delivery_address, fingerprint, hold_ends_at, next_check_at, order_id)
      select 'pay_1', 90000, 'paid', '[]', '{}', '', now(), now(), id from orders where number = 'CARD' returning id
    )
    insert into refunds (payment_id, provider_payment_id, amount_paise, reason, status, settled_at)
    select id, coalesce(of_payment, 'pay_1'), paise, 'x', status, case when status <> 'requested' then now() end
    from paid, (values (10000, 'processed', null), (20000, 'requested', null), (30000, 'failed', null), (40000, 'processed', 'pay_2'))
      as refunds (paise, status, of_payment)
  `.execute(database)
  await upgrade()
  const orders = await database.selectFrom('orders').select(['number', 'returned_parcel', 'refunded_paise']).orderBy('number').execute()
  expect(orders).toEqual([
    { number: 'CARD', returned_parcel: null, refunded_paise: 30_000 },
    { number: 'REFUSED', returned_parcel: 'sellable', refunded_paise: 0 },
    { number: 'SHIPPED', returned_parcel: null, refunded_paise: 0 },
  ])
})
