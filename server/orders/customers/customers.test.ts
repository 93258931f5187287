import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, admin } = await startShop()
const tee = await createTestProduct({ database, price: 500, stock: 1_000 })

const placeGuestOrder = async (more: object = {}) => {
  const body = { ...buildGuestOrder([{ ...tee, size: 'M' }]), deliveryAddress: { ...address, ...more } }
  return (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>().order
}
async function placeAccountOrder({ cookies }: { cookies: Record<string, string> }, more: object = {}) {
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  const reply = await request('POST', '/cod/cashondelivery', { cookies, body: { ...address, ...more } })
  return reply.json<{ order: Order }>().order
}
const transition = async (id: string, ...statuses: string[]) => {
  for (const to of statuses) await request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })
}
const list = async (query: Record<string, string>) =>
  (await request('GET', `/customers?${new URLSearchParams(query)}`, { cookies: admin.cookies })).json<CallReply<'GET /customers'>>()
const read = (id: string) => request('GET', `/customers/${id}`, { cookies: admin.cookies })

describe('the list of customers', () => {
  test('has one row for each guest by phone, in any notation, with sums and the newest name', async () => {
    const phone = '9000000001'
    const [refused, cancelled, delivered] = [
      await placeGuestOrder({ phone }),
      await placeGuestOrder({ phone }),
      await placeGuestOrder({ phone }),
    ]
    await transition(refused._id, 'Confirmed', 'Packed', 'Shipped', 'Refused')
    await transition(cancelled._id, 'Cancelled')
    await transition(delivered._id, 'Confirmed', 'Packed', 'Shipped', 'Delivered')
    const newest = await placeGuestOrder({ phone, firstName: 'Meera', city: 'Mysuru' })
    await database
      .updateTable('orders')
      .set({ delivery_address: JSON.stringify({ ...address, phone: '+91 90000-00001' }) })
      .where('id', '=', refused._id)
      .execute()
    const { customers, total, totalPages } = await list({ q: '+91 90000 00001' })
    expect([total, totalPages]).toEqual([1, 1])
    expect(customers).toEqual([
      {
        _id: newest._id,
        name: 'Meera Rao',
        phone,
        email: address.email,
        city: 'Mysuru',
        account: null,
        orders: 4,
        paid: 500,
        onDelivery: 500,
        refused: 1,
        cancelled: 1,
        lastOrderAt: newest.createdAt,
        importedAt: null,
        consent: null,
      },
    ])
  })

  test('has one row for each account, whatever its phones are, found by name, email address and account name', async () => {
    const shopper = await signInShopper({ request })
    const account = { _id: shopper._id, name: shopper.name }
    await placeAccountOrder(shopper, { phone: '9000000002', firstName: 'Zarina' })
    await placeAccountOrder(shopper, { phone: '9000000003', email: 'zarina@example.org', firstName: 'Zarina' })
    await placeGuestOrder({ phone: '9000000003', firstName: 'Zarina' })
    for (const q of [shopper.name.toUpperCase(), 'zarina@example.org'])
      expect((await list({ q })).customers).toMatchObject([{ account, orders: 2 }])
    const { customers, total } = await list({ q: 'zarina rao' })
    expect([total, customers.map(({ account, orders }) => [account?.name, orders])]).toEqual([
      2,
      [
        [undefined, 1],
        [shopper.name, 2],
      ],
    ])
    expect(await list({ q: 'zarina nobody' })).toEqual({ customers: [], total: 0, page: 1, totalPages: 0 })
    expect(await list({ q: '%' })).toMatchObject({ total: 0 })
  })

  test('is paged, with those who ordered last first', async () => {
    for (let index = 0; index < 21; index += 1) await placeGuestOrder({ phone: String(9_100_000_000 + index), firstName: 'Paged' })
    const [all, first, last, beyond] = [
      await list({}),
      await list({ q: 'paged' }),
      await list({ q: 'paged', page: '2' }),
      await list({ q: 'paged', page: '3' }),
    ]
    expect([first.total, first.totalPages, first.customers[0]?.phone]).toEqual([21, 2, '9100000020'])
    expect(last.customers.map(({ phone }) => phone)).toEqual(['9100000000'])
    expect([beyond.total, beyond.customers]).toEqual([21, []])
    expect(all.customers).toEqual(first.customers)
    const people = await database.selectFrom('orders').select('customer_key').distinct().execute()
    expect(all.total).toBe(people.length)
  })

  test('is counted up to a thousand in a search, and then read from the newest orders', async () => {
    // Three orders each, of which the newest is the first: the person with the highest number ordered last.
    await sql`
      insert into orders (number, kind, total_paise, delivery_address, placed_at)
      select 'MANY-' || person || '-' || time, 'guest', 50000, ${JSON.stringify(address)}::jsonb
        || jsonb_build_object('firstName', 'Frequent', 'phone', (9200000000 + person)::text), now() - interval '1 hour' * time + interval '1 second' * person
      from generate_series(1, 1000) as person, generate_series(1, 3) as time
    `.execute(database)
    const exact = await list({ q: 'frequent' })
    expect([exact.total, exact.totalPages, exact.hasMore]).toEqual([1_000, 50, undefined])

    const newest = await placeGuestOrder({ phone: '9300000000', firstName: 'Frequent' })
    const [first, last] = [await list({ q: 'frequent' }), await list({ q: 'frequent', page: '50' })]
    expect([first.total, first.totalPages, first.hasMore]).toEqual([1_000, 50, true])
    expect(first.customers[0]?._id).toBe(newest._id)
    const phones = Array.from({ length: 1_000 }, (_, index) => String(9_200_001_000 - index))
    expect(first.customers.map(({ phone }) => phone)).toEqual(['9300000000', ...phones.slice(0, 19)])
    expect(last.customers.map(({ phone }) => phone)).toEqual(phones.slice(979, 999))
    expect(first.customers[1]).toMatchObject({ orders: 3 })
  })
})

describe('one customer', () => {
  test('is read by any of the orders, with addresses and orders, newest first', async () => {
    const phone = '9000000004'
    const orders = [
      await placeGuestOrder({ phone }),
      await placeGuestOrder({ phone, address: '7 Hill Road' }),
      await placeGuestOrder({ phone }),
    ]
    const [oldest, middle, newest] = orders.map(({ _id }) => _id)
    for (const id of [oldest, newest]) {
      const { customer, addresses, orders: found } = (await read(String(id))).json<CallReply<'GET /customers/:id'>>()
      expect([customer._id, customer.orders]).toEqual([newest, 3])
      expect(addresses.map((each) => each.address)).toEqual([address.address, '7 Hill Road'])
      expect(found.map(({ _id }) => _id)).toEqual([newest, middle, oldest])
    }
    for (const id of ['nobody', '00000000-0000-7000-8000-000000000000']) expect((await read(id)).statusCode).toBe(404)
  })

  test('stays one person by phone when the account is deleted', async () => {
    const shopper = await signInShopper({ request })
    const { _id } = await placeAccountOrder(shopper, { phone: '9000000005' })
    await database.deleteFrom('users').where('id', '=', shopper._id).execute()
    await placeGuestOrder({ phone: '9000000005' })
    expect((await read(_id)).json().customer).toMatchObject({ account: null, orders: 2 })
  })

  test('is shown to administrators only, and not stored by caches', async () => {
    const { cookies } = await signInShopper({ request })
    const { _id } = await placeGuestOrder({ phone: '9000000006' })
    for (const path of ['/customers', `/customers/${_id}`]) {
      expect((await request('GET', path, { cookies })).statusCode).toBe(403)
      expect((await request('GET', path)).statusCode).toBe(401)
      expect((await request('GET', path, { cookies: admin.cookies })).headers['cache-control']).toContain('no-store')
    }
  })
})
