import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()
const read = async () => (await request('GET', '/first-day', { cookies })).json<CallReply<'GET /first-day'>>()
const listUndeclared = async (field: string) =>
  (await request('GET', `/products/admin?undeclared=${field}`, { cookies })).json<CallReply<'GET /products/admin'>>()

test('a new shop has everything to do', async () => {
  expect(await read()).toEqual({
    hasGstin: false,
    unrated: 0,
    hasAddress: false,
    products: 0,
    undeclared: { mrp: 0, maker: 0, origin: 0, weight: 0, hsn: 0 },
    demoProducts: 0,
    emptyCategories: 4,
    hasSecondFactor: false,
    hasOrder: false,
    payments: { isOn: false, lastWebhookAt: null, toReview: 0 },
    mail: { hasServer: true, lastSentAt: null, waiting: 0, givenUp: 0 },
    jobs: { lastRunAt: null, failed: [] },
    backup: { lastAt: null, failure: null },
    disabledWebhooks: 0,
    assistants: { isOn: false, last: [] },
  })
})

test('products are counted by what they do not say, and the filter of the list finds them', async () => {
  const bare = await createTestProduct({ database, name: 'Bare tee' })
  const full = await createTestProduct({ database, name: 'Full tee' })
  const draft = await createTestProduct({ database, name: 'Draft' })
  await database.updateTable('products').set({ status: 'draft' }).where('id', '=', draft.id).execute()
  const details = { maker: 'Our workshop, Jaipur', countryOfOrigin: 'India', weightGrams: 220, hsnCode: '610910' }
  const saved = await request('PATCH', `/products/${full.id}/details`, { cookies, body: { version: 1, details } })
  expect(saved.statusCode).toBe(200)
  const priced = { changes: [{ id: full.id, version: 1, mrp: '999' }] }
  expect((await request('POST', '/products/admin/changes', { cookies, body: priced })).json().message).toBe('1 product saved')

  expect((await read()).emptyCategories, 'drafts are not in the menu').toBe(3)
  await sql`update categories set is_hidden = true where key in ('DENIM', 'TEE')`.execute(database)
  expect((await read()).emptyCategories, 'hidden ones are not in the menu').toBe(2)
  expect(await read()).toMatchObject({ products: 2, undeclared: { mrp: 1, maker: 1, origin: 1, weight: 1, hsn: 1 } })
  for (const field of ['mrp', 'maker', 'origin', 'weight', 'hsn'])
    expect(await listUndeclared(field)).toMatchObject({ total: 1, products: [{ _id: bare.id }] })

  await sql`update categories set hsn_code = '6109' where key = 'TEE'`.execute(database)
  expect((await read()).undeclared).toMatchObject({ weight: 1, hsn: 0 })
  expect((await listUndeclared('hsn')).total).toBe(0)
})

test('orders, payments, mails and backups are seen when they have come', async () => {
  const product = await createTestProduct({ database })
  expect((await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([product]) })).statusCode).toBe(201)
  await sql`insert into backups default values`.execute(database)
  await sql`insert into payment_events (provider_event_id, event, body) values ('1', 'payment.captured', 'x')`.execute(database)
  await sql`update outbox_mails set state = 'sent', settled_at = now()`.execute(database)
  const seen = await read()
  expect(seen).toMatchObject({ hasOrder: true, mail: { waiting: 0 } })
  for (const time of [seen.payments.lastWebhookAt, seen.mail.lastSentAt, seen.backup.lastAt]) expect(time).toMatch(/^\d{4}-/)
  await sql`update outbox_mails set state = 'waiting', settled_at = null, due_at = now() - interval '11 minutes'`.execute(database)
  expect((await read()).mail).toMatchObject({ waiting: 1, lastSentAt: null })
  await sql`update outbox_mails set state = 'given up', settled_at = now()`.execute(database)
  expect((await read()).mail).toMatchObject({ waiting: 0, givenUp: 1 })
})

test('the runs of the jobs are those of the last day', async () => {
  await sql`create schema jobs`.execute(database)
  await sql`create table jobs.job (name text, state text, completed_on timestamptz)`.execute(database)
  await sql`insert into jobs.job values ('send-mails', 'completed', '2026-11-20T10:00:00Z'), ('write-feeds', 'failed', now())`.execute(
    database,
  )
  expect((await read()).jobs).toEqual({ lastRunAt: '2026-11-20T10:00:00.000Z', failed: ['write-feeds'] })
})

test('the counts end one after a thousand, over all categories', async () => {
  const before = await read()
  const [sample] = await database.selectFrom('products').select('image_key').limit(1).execute()
  const add = (category: string, count: number) =>
    database
      .insertInto('products')
      .columns(['name', 'description', 'category', 'price_paise', 'stock', 'image_key'])
      .expression(
        sql`select 'Many', 'Made for a test.', ${category}, 79900, 10, ${sample?.image_key} from generate_series(1, ${count}::int)`,
      )
      .execute()
  await add('TEE', 700 - before.undeclared.maker)
  expect(await read()).toMatchObject({ undeclared: { maker: 700 } })
  await add('DENIM', 300)
  expect(await read()).toMatchObject({ undeclared: { maker: 1_000 } })
  await add('DENIM', 500)
  expect(await read()).toMatchObject({ products: 1_001, undeclared: { maker: 1_001, mrp: 1_001 } })
})
