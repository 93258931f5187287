import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import type { RelatedOrders } from '#contract/orders/order-edits.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()
const tee = await createTestProduct({ database, stock: 1_000 })
const shirt = await createTestProduct({ database, stock: 1_000 })

let counter = 0
/** A person of their own. */
const createPerson = () => {
  counter += 1
  return { phone: String(9_000_000_000 + counter), email: `person-${counter}@example.com` }
}

interface GuestOrder {
  readonly person: { phone: string; email: string }
  readonly items?: Parameters<typeof buildGuestOrder>[0]
}

async function place({ person, items = [{ ...tee, size: 'M' }] }: GuestOrder): Promise<Order> {
  const body = { ...buildGuestOrder(items), deliveryAddress: { ...address, ...person } }
  return (await request('POST', '/guest/cashondelivery', { body })).json().order
}

const readRelated = async ({ _id }: Order) => (await request('GET', `/order/admin/${_id}/related`, { cookies })).json<RelatedOrders>()
const transition = async ({ _id }: Order, ...statuses: string[]) => {
  for (const to of statuses) await request('POST', `/order/admin/${_id}/move`, { cookies, body: { to } })
}
const readList = async ({ number }: Order) =>
  (await request('GET', `/cod/adminOrder?q=${number}`, { cookies })).json<{ orders: AdminOrder[] }>().orders[0]

test('the other orders of a phone, an email address and an account are found, with their ends', async () => {
  const person = createPerson()
  const shopper = await signInShopper({ request })
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  const body = { ...address, ...createPerson(), email: person.email }
  const ofAccount: Order = (await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body })).json().order
  const samePhone = await place({ person: { ...createPerson(), phone: person.phone } })
  const sameBoth = await place({ person: { ...person, email: person.email.toUpperCase() } })
  const refused = await place({ person })
  await transition(refused, 'Confirmed', 'Packed', 'Shipped', 'Refused')
  await transition(samePhone, 'Cancelled')
  await place({ person: createPerson() })
  const order = await place({ person })
  const { counts, orders, isCapped } = await readRelated(order)
  expect([counts, isCapped]).toEqual([{ all: 4, open: 2, cancelled: 1, refused: 1 }, false])
  expect(Object.fromEntries(orders.map(({ number, matches }) => [number, matches]))).toEqual({
    [refused.number]: ['email', 'phone'],
    [sameBoth.number]: ['email', 'phone'],
    [samePhone.number]: ['phone'],
    [ofAccount.number]: ['email'],
  })
})

test('a phone in another notation is the same; one without ten digits and an empty email address are nobody', async () => {
  const person = createPerson()
  const [one, other, empty] = [await place({ person }), await place({ person: createPerson() }), await place({ person: createPerson() })]
  const setContact = (id: string, contact: object) =>
    database
      .updateTable('orders')
      .set({ delivery_address: sql`delivery_address || ${JSON.stringify(contact)}::jsonb` })
      .where('id', '=', id)
      .execute()
  await setContact(other._id, { phone: `+91 ${person.phone.slice(0, 5)}-${person.phone.slice(5)}`, email: '' })
  await setContact(empty._id, { phone: '080', email: '' })
  expect((await readRelated(one)).orders.map(({ number }) => number)).toEqual([other.number])
  expect((await readRelated(empty)).counts.all).toBe(0)
})

test('two open orders with the same items within a day are likely duplicates, in the list and beside the order', async () => {
  const person = createPerson()
  const items = [{ ...tee, size: 'M', quantity: 2 }, shirt]
  const first = await place({ person, items })
  const second = await place({ person: { ...createPerson(), phone: person.phone }, items: items.toReversed() })
  const otherSize = await place({ person, items: [{ ...tee, size: 'L', quantity: 2 }, shirt] })
  const related = (await readRelated(second)).orders
  expect(related.map(({ number, isLikelyDuplicate }) => [number, isLikelyDuplicate])).toEqual([
    [first.number, true],
    [otherSize.number, false],
  ])
  expect([await readList(first), await readList(second), await readList(otherSize)]).toMatchObject([
    { isLikelyDuplicate: true },
    { isLikelyDuplicate: true },
    { isLikelyDuplicate: false },
  ])
  await database.updateTable('orders').set({ placed_at: sql<Date>`placed_at - interval '25 hours'` }).where('id', '=', first._id).execute()
  expect(await readList(second)).toMatchObject({ isLikelyDuplicate: false })
})

test('an order is no duplicate of one that was cancelled', async () => {
  const person = createPerson()
  const [first, second] = [await place({ person }), await place({ person })]
  await transition(first, 'Cancelled')
  expect([await readList(first), await readList(second)]).toMatchObject([{ isLikelyDuplicate: false }, { isLikelyDuplicate: false }])
})

test('a person with hundreds of orders is read by index, and the counts say that there are more', async () => {
  const person = createPerson()
  const order = await place({ person })
  await sql`
    insert into orders (number, kind, total_paise, delivery_address, placed_at)
    select ${order.number} || '-' || n, 'guest', 100, delivery_address, placed_at - make_interval(mins => n) from orders, generate_series(1, 400) as n where id = ${order._id}
  `.execute(database)
  const { counts, orders, isCapped } = await readRelated(order)
  expect([counts.all, orders.length, isCapped]).toEqual([200, 20, true])
})

test('an unknown order has no related ones', async () => {
  for (const id of ['none', '00000000-0000-7000-8000-000000000000'])
    expect((await request('GET', `/order/admin/${id}/related`, { cookies })).statusCode).toBe(404)
})
