import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createOldDatabase } from '#testing/old-database.ts'

test('the upgrade records the payments of orders, second payments and those of another amount', async () => {
  const { database, upgrade } = await createOldDatabase({ before: '0155_captured_payments.sql' })
  await sql`
    insert into orders (number, kind, total_paise, paid_paise, collect_paise, delivery_address) values ('CARD', 'card', 900, 900, 0, '{}')
  `.execute(database)
  await sql`
    insert into order_events (order_id, event, actor, happened_at) select id, 'Paid', 'system', '2026-01-02T10:00:00Z' from orders
  `.execute(database)
  await sql`
    insert into payments (provider_payment_id, amount_paise, status, order_id, discrepancy,
      cart_snapshot, delivery_address, fingerprint, hold_ends_at, next_check_at, created_at)
    select paid.id, 900, status, (select orders.id from orders where paid.id = 'pay_1'), discrepancy, '[]', '{}', '', now(), now(), '2026-01-01T10:00:00Z'
    from (values ('pay_1', 'paid', null), (null, 'created', null), (null, 'created', 'paid 1234 INR as pay_3, expected 900 INR'))
      as paid (id, status, discrepancy)
  `.execute(database)
  await sql`
    insert into refunds (payment_id, provider_payment_id, amount_paise, reason, created_at)
    select id, refunded, 900, 'paid twice', '2026-01-03T10:00:00Z' from payments, unnest(array['pay_1', 'pay_2']) as refunded
    where provider_payment_id = 'pay_1'
  `.execute(database)
  await upgrade()
  const query = database.selectFrom('captured_payments').select(['provider_payment_id', 'amount_paise', 'captured_at'])
  const rows = await query.orderBy('provider_payment_id').execute()
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['pay_1', 900, new Date('2026-01-02T10:00:00Z')],
    ['pay_2', 900, new Date('2026-01-03T10:00:00Z')],
    ['pay_3', 1_234, new Date('2026-01-01T10:00:00Z')],
  ])
})
