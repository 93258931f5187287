import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import type { AdminOrder, AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, admin } = await startShop()

let phones = 9_000_000_000
const createPhone = () => String(phones++)

/** Places a guest order of a phone that has none, unless `change` names one. */
async function place({ price = 799, quantity = 1, ...change }: { price?: number; quantity?: number; [field: string]: unknown } = {}) {
  const tee = await createTestProduct({ database, price, stock: 100 })
  const body = buildGuestOrder([{ ...tee, quantity, size: 'M' }])
  const deliveryAddress = { ...address, phone: createPhone(), ...change }
  const reply = await request('POST', '/guest/cashondelivery', { body: { ...body, deliveryAddress } })
  expect([reply.statusCode, reply.json().message]).toEqual([201, 'Order placed successfully'])
  return reply.json<{ order: Order }>().order
}

const transition = async (id: string, ...statuses: string[]) => {
  for (const to of statuses) await request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })
}
const readFlags = async ({ _id }: { _id: string }) =>
  (await request('GET', `/order/admin/${_id}`, { cookies: admin.cookies })).json<AdminOrderDetail>().flags

test.each([
  [{}, []],
  [{ price: 5_000 }, []],
  [{ price: 5_000.01 }, ['value']],
  [{ quantity: 5 }, []],
  [{ quantity: 6 }, ['quantity']],
  [{ state: 'Kerala' }, ['PIN code']],
  [{ state: ' karnataka ' }, []],
  [{ pinCode: '560999' }, ['PIN code']],
  [{ pinCode: '999999', state: 'Kerala' }, []],
  [{ pinCode: '000000' }, ['PIN code']],
  [{ email: 'a@yopmail.com' }, ['disposable email']],
  [{ email: 'a@Inbox.Mailinator.com' }, ['disposable email']],
  [{ email: 'mailinator.com@gmail.com' }, []],
  // A forwarding address of one person.
  [{ email: 'a@mozmail.com' }, []],
  [{ price: 4_000, quantity: 10, state: 'Goa' }, ['value', 'quantity', 'PIN code']],
])('an order with %j is accepted and has the flags %j', async (change, flags) => {
  const order = await place(change)
  expect(await readFlags(order)).toEqual(flags)
  expect(order).not.toHaveProperty('flags')
})

test('the third open order of a phone is flagged, and not when another one has ended', async () => {
  const phone = createPhone()
  const [first, second, third] = [await place({ phone }), await place({ phone }), await place({ phone })]
  expect([await readFlags(first), await readFlags(second), await readFlags(third)]).toEqual([[], [], ['open orders']])
  await transition(first._id, 'Confirmed', 'Packed', 'Shipped', 'Delivered')
  await transition(second._id, 'Cancelled')
  expect(await readFlags(await place({ phone }))).toEqual([])
})

test('orders of one product that are placed at once count each other', async () => {
  const phone = createPhone()
  const tee = await createTestProduct({ database, stock: 100 })
  const body = { ...buildGuestOrder([tee]), deliveryAddress: { ...address, phone } }
  const replies = await Promise.all(Array.from({ length: 5 }, () => request('POST', '/guest/cashondelivery', { body })))
  const flags = await Promise.all(replies.map((reply) => readFlags(reply.json().order)))
  expect(flags.filter(([flag]) => flag === 'open orders')).toHaveLength(3)
})

test('a phone that has refused a parcel is flagged', async () => {
  const phone = createPhone()
  const { _id } = await place({ phone })
  await transition(_id, 'Confirmed', 'Packed', 'Shipped', 'Refused')
  expect(await readFlags(await place({ phone }))).toEqual(['refused before'])
})

test('an order of a cart is flagged too; a repeated request changes nothing', async () => {
  const { cookies } = await signInShopper({ request })
  const tee = await createTestProduct({ database, price: 6_000 })
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  const send = () =>
    request('POST', '/cod/cashondelivery', {
      cookies,
      headers: { 'idempotency-key': 'the-same-key-of-one-order' },
      body: { ...address, phone: '9111111111' },
    })
  const [first, second] = [await send(), await send()]
  expect([first.statusCode, second.json()]).toEqual([201, first.json()])
  expect(await readFlags(first.json().order)).toEqual(['value'])
})

test('the list shows flags, and filters orders that are not confirmed', async () => {
  const flagged = await place({ price: 7_000 })
  const confirmed = await place({ price: 7_000 })
  await transition(confirmed._id, 'Confirmed')
  const plain = await place()
  const list = async (query: string) => {
    const reply = await request('GET', `/cod/adminOrder?${query}`, { cookies: admin.cookies })
    return reply.json<{ orders: AdminOrder[] }>().orders
  }
  const all = await list('')
  const flagsOf = ({ _id }: { _id: string }) => all.find((order) => order._id === _id)?.flags
  expect([flagsOf(flagged), flagsOf(confirmed), flagsOf(plain)]).toEqual([['value'], ['value'], []])
  const numbers = (await list('status=To+confirm')).map(({ number }) => number)
  expect(numbers).toContain(flagged.number)
  expect(numbers).not.toContain(confirmed.number)
  expect(numbers).not.toContain(plain.number)
})

test('the history of a phone is read from its indexes, however many orders there are', async () => {
  const busy = createPhone()
  await sql`
    insert into orders (number, kind, status, total_paise, paid_paise, collect_paise, delivery_address)
    select 'M' || n, 'guest', case when n > 19900 then 'Placed' else 'Delivered' end, ${toPaise(799)}, 0, ${toPaise(799)},
      ${JSON.stringify(address)}::jsonb || jsonb_build_object('phone', case when n % 4 = 0 then ${busy}::text else (8000000000 + n)::text end)
    from generate_series(1, 20000) as n
  `.execute(database)
  await sql`analyze orders`.execute(database)
  const open = sql`kind <> 'card' and status in ('Placed', 'Confirmed', 'Packed', 'Shipped')`
  for (const phone of [busy, '8000000001', '8999999999']) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (costs off)
      select from orders where delivery_address ->> 'phone' = ${phone} and ${open} limit 2
    `.execute(database)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('orders_open_by_phone')
  }
  expect(await readFlags(await place({ phone: busy }))).toEqual(['open orders'])
})
