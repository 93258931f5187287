import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()
const [tee, jeans] = [
  await createTestProduct({ database, price: 500, stock: 100 }),
  await createTestProduct({ database, price: 500, stock: 100 }),
]
await sql`update products set category = (select key from categories where key <> products.category order by key limit 1) where id = ${jeans.id}`.execute(
  database,
)
const readCategory = async (id: string) =>
  (await database.selectFrom('products').select('category').where('id', '=', id).executeTakeFirstOrThrow()).category

interface Person {
  readonly phone: string
  readonly product: typeof tee
  readonly age?: number
  readonly consent?: boolean
  readonly status?: 'Cancelled'
}

async function placeOrder({ phone, product, age = 0, consent, status }: Person) {
  const body = { ...buildGuestOrder([{ ...product, size: 'M' }]), deliveryAddress: { ...address, phone } }
  const { _id } = (await request('POST', '/guest/cashondelivery', { body })).json().order
  await sql`update orders set placed_at = placed_at - make_interval(days => ${age}::int) where id = ${_id}`.execute(database)
  if (status) await database.updateTable('orders').set({ status }).where('id', '=', _id).execute()
  if (consent !== undefined)
    await sql`insert into imported_customers (name, phone, consent, consent_on, consent_source)
      values ('Somebody', ${phone}, ${consent}, current_date - 1, 'form')`.execute(database)
}
const exportPhones = async (query: string) => {
  const { statusCode, body } = await request('GET', `/customers/export?${query}`, { cookies })
  expect(statusCode).toBe(200)
  return body.match(/98765000\d\d/g)?.toSorted() ?? []
}

test('a file for a sender has only those who agreed, by what they have bought and when', async () => {
  await placeOrder({ phone: '9876500001', product: tee, consent: true })
  await placeOrder({ phone: '9876500002', product: tee })
  await placeOrder({ phone: '9876500003', product: tee, consent: false })
  await placeOrder({ phone: '9876500004', product: jeans, consent: true })
  await placeOrder({ phone: '9876500005', product: tee, age: 91, consent: true })
  await placeOrder({ phone: '9876500006', product: tee, status: 'Cancelled', consent: true })
  await sql`insert into imported_customers (name, phone, consent, consent_on, consent_source)
    values ('No order', '9876500007', true, current_date, 'form')`.execute(database)
  const [tees, others] = [await readCategory(tee.id), await readCategory(jeans.id)]
  expect(await exportPhones(`who=consented&category=${tees}&days=90`)).toEqual(['9876500001'])
  expect(await exportPhones(`who=consented&category=${tees}`)).toEqual(['9876500001', '9876500005'])
  expect(await exportPhones(`category=${others}`)).toEqual(['9876500004'])
  expect(await exportPhones('who=all&days=90')).toEqual(['9876500001', '9876500004'])
  expect(await exportPhones('who=consented&category=nothing')).toEqual([])
  expect(await exportPhones('who=consented')).toEqual(['9876500001', '9876500004', '9876500005', '9876500006', '9876500007'])
  expect((await request('GET', '/customers/export?days=0', { cookies })).statusCode).toBe(400)
})
