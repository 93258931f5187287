import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { createTestApp } from '#testing/test-app.ts'

const shop = await createTestApp()
const { database } = shop
const run = createJobRunner(shop)
const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

test('unpaid card checkouts are deleted after 30 days', async () => {
  const checkout = {
    amount_paise: paise(79_900),
    cart_snapshot: '[]',
    delivery_address: '{}',
    hold_ends_at: ago(0),
    hold_released_at: ago(0),
    next_check_at: null,
    created_at: ago(31),
  }
  await database
    .insertInto('payments')
    .values([
      { ...checkout, fingerprint: 'old' },
      { ...checkout, fingerprint: 'new', created_at: ago(29) },
      { ...checkout, fingerprint: 'held', hold_released_at: null },
      { ...checkout, fingerprint: 'in progress', next_check_at: ago(-1) },
      { ...checkout, fingerprint: 'paid', status: 'paid' },
      { ...checkout, fingerprint: 'refunded', status: 'failed', provider_payment_id: 'pay_1' },
      { ...checkout, fingerprint: 'to review', discrepancy: 'paid 1 INR' },
    ])
    .execute()
  await run('purge-payment-records')
  const rows = await database.selectFrom('payments').select('fingerprint').orderBy('fingerprint').execute()
  expect(rows.map(({ fingerprint }) => fingerprint)).toEqual(['held', 'in progress', 'new', 'paid', 'refunded', 'to review'])
})

test('resolved payments lose name and phone after a year', async () => {
  const { id } = await database
    .insertInto('unknown_payments')
    .values({
      provider_payment_id: 'pay_2',
      provider_order_id: 'order_2',
      amount_paise: paise(100),
      phone: '9876543210',
      found_at: ago(400),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const shopper = { name: 'Asha Rao', phone: '9876543210' }
  const resolve = (days: number) => ({
    kind: 'paid, checkout unknown' as const,
    subject_id: days > 365 ? id : randomUUID(),
    detail: null,
    amount_paise: paise(100),
    discrepancy: JSON.stringify({ words: 'Refund it.', shopper }),
    note: 'Refunded',
    resolved_at: ago(days),
  })
  await database
    .insertInto('resolved_discrepancies')
    .values([resolve(366), resolve(364)])
    .execute()
  await run('remove-old-contacts')
  await run('remove-old-contacts')
  const rows = await database.selectFrom('resolved_discrepancies').select('discrepancy').orderBy('resolved_at').execute()
  expect(rows.map(({ discrepancy }) => discrepancy)).toEqual([
    { words: 'Refund it.', shopper: { name: '', phone: '' } },
    { words: 'Refund it.', shopper },
  ])
  expect(await database.selectFrom('unknown_payments').select('phone').execute()).toEqual([{ phone: null }])
})
