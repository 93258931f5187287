import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { Tables } from '../database/schema.ts'

const shop = await createTestApp({ environment: { CONFIRMATION_REMINDER_HOURS: '12' } })
const { request, database } = shop
const runJob = createJobRunner(shop)

/** Has each change of a row fail that has this text in its column, until the returned function is called. */
async function breakRow({ table, column, text }: { table: keyof Tables; column: string; text: string }) {
  await sql`
    create function fail_row() returns trigger language plpgsql as $$
    begin
      if coalesce(to_jsonb(new), to_jsonb(old)) ->> ${sql.lit(column)} = ${sql.lit(text)} then raise exception 'This row fails'; end if;
      return coalesce(new, old);
    end $$;
    create trigger fail_row before insert or update or delete on ${sql.table(table)} for each row execute function fail_row();
  `.execute(database)
  return () => sql`drop function fail_row cascade`.execute(database)
}

const failed = '1 failed, the others are done'

test('a sale that cannot start does not stop the others', async () => {
  const products = await Promise.all([1, 2].map(() => createTestProduct({ database, price: 500 })))
  const sale = { price_paise: paise(40_000), starts_at: new Date(0), ends_at: new Date('2999-01-01') }
  await database
    .insertInto('product_sales')
    .values(products.map(({ id: product_id }) => ({ ...sale, product_id })))
    .execute()
  const [first] = products.map(({ id }) => id).toSorted()
  const mend = await breakRow({ table: 'products', column: 'id', text: first ?? '' })
  await expect(runJob('change-sale-prices')).rejects.toThrow(failed)
  await mend()
  const rows = await database.selectFrom('products').select(['id', 'price_paise']).orderBy('id').execute()
  expect(rows.map(({ id, price_paise }) => [id === first, price_paise])).toEqual([
    [true, 50_000],
    [false, 40_000],
  ])
})

test('a draft of settings that cannot be published does not stop the others', async () => {
  const draft = { draft: JSON.stringify({}), publish_at: new Date(0), version: 1 }
  const keys = ['colours', 'mails'] as const
  await database
    .insertInto('settings')
    .values(keys.map((key) => ({ ...draft, key })))
    .execute()
  const mend = await breakRow({ table: 'settings_history', column: 'key', text: 'colours' })
  await expect(runJob('publish-settings')).rejects.toThrow(failed)
  await mend()
  const rows = await database.selectFrom('settings').select(['key', 'publish_at']).orderBy('key').execute()
  expect(rows).toEqual([
    { key: 'colours', publish_at: new Date(0) },
    { key: 'mails', publish_at: null },
  ])
})

test('an order whose reminder fails does not stop the reminders of others', async () => {
  const tee = await createTestProduct({ database, price: 100, stock: 50 })
  const orders: string[] = []
  for (const phone of ['9500000001', '9500000002']) {
    const deliveryAddress = { ...address, email: `${randomUUID()}@example.com`, phone }
    const body = { ...buildGuestOrder([{ ...tee, size: 'M', quantity: 6 }]), deliveryAddress }
    orders.push((await request('POST', '/guest/cashondelivery', { body })).json().order._id)
  }
  await sql`update orders set placed_at = placed_at - interval '13 hours'`.execute(database)
  const mend = await breakRow({ table: 'order_events', column: 'order_id', text: orders[0] ?? '' })
  await expect(runJob('remind-unconfirmed-orders')).rejects.toThrow(failed)
  await mend()
  const events = await database.selectFrom('order_events').select('order_id').where('event', '=', 'Confirmation reminder').execute()
  expect(events).toEqual([{ order_id: orders[1] }])
})
