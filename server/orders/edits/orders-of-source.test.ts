import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { maxTransitions } from '#contract/orders/order-desk.ts'
import type { OrdersOfSource } from '#contract/orders/order-edits.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop({ environment: { TRUST_PROXY: '1' } })
const tee = await createTestProduct({ database, stock: 1_000 })

let networks = 0
/** A /48 of its own, and IP addresses in it. */
const createNetwork = () => {
  networks += 1
  const network = networks
  return { ip: (subnet: number) => `2001:db8:${network}:${subnet}::1` }
}
const createPerson = () => ({ phone: String(randomInt(6_000_000_000, 9_999_999_999)), email: `${randomUUID()}@example.com` })

interface PlacedOrder {
  readonly ip: string
  readonly person?: Partial<ReturnType<typeof createPerson>>
  readonly device?: string
}

const listCookies = (device: string | undefined): Record<string, string> => (device === undefined ? {} : { device })

async function place({ ip, person, device }: PlacedOrder): Promise<Order> {
  const body = { ...buildGuestOrder([tee]), deliveryAddress: { ...address, ...createPerson(), ...person } }
  const sent = { body, headers: { 'x-forwarded-for': ip }, cookies: listCookies(device) }
  return (await request('POST', '/guest/cashondelivery', sent)).json().order
}

const findSource = async (id: string) => request('GET', `/order/admin/${id}/source`, { cookies })
const readSource = async ({ _id }: Order) => (await findSource(_id)).json<OrdersOfSource>()
const readMatches = async (order: Order) =>
  Object.fromEntries((await readSource(order)).orders.map(({ number, matches }) => [number, matches]))

test('open orders of the same person, browser, IP address and network are found, with what they have in common', async () => {
  const [network, other] = [createNetwork(), createNetwork()]
  const [person, device] = [createPerson(), randomUUID()]
  const order = await place({ ip: network.ip(1), person, device })
  const samePhone = await place({ ip: other.ip(1), person: { phone: person.phone } })
  const sameEmail = await place({ ip: other.ip(2), person: { email: person.email.toUpperCase() } })
  const sameDevice = await place({ ip: other.ip(3), device })
  const sameIp = await place({ ip: network.ip(1) })
  const sameNetwork = await place({ ip: network.ip(2) })
  await place({ ip: other.ip(4) })
  const matches = {
    [order.number]: [],
    [samePhone.number]: ['phone'],
    [sameEmail.number]: ['email'],
    [sameDevice.number]: ['device'],
    [sameIp.number]: ['ip', 'network'],
    [sameNetwork.number]: ['network'],
  }
  expect(await readMatches(order)).toEqual(matches)
})

test('orders of the same account and browser are told from those of the same account', async () => {
  const shopper = await signInShopper({ request })
  const placeOfAccount = async (ip: string, device?: string): Promise<Order> => {
    const sent = { cookies: { ...shopper.cookies, ...listCookies(device) }, headers: { 'x-forwarded-for': ip } }
    await request('POST', '/cart/add', { ...sent, body: { product: tee.id, size: 'M', quantity: 1 } })
    return (await request('POST', '/cod/cashondelivery', { ...sent, body: { ...address, ...createPerson() } })).json().order
  }
  const [network, device] = [createNetwork(), randomUUID()]
  const order = await placeOfAccount(network.ip(1), device)
  const sameDevice = await placeOfAccount(createNetwork().ip(1), device)
  const sameAccount = await placeOfAccount(createNetwork().ip(1), randomUUID())
  expect(await readMatches(order)).toEqual({
    [order.number]: [],
    [sameDevice.number]: ['account', 'device'],
    [sameAccount.number]: ['account'],
  })
})

test('the orders that were found are cancelled together, and those that are shipped, cancelled or paid are not found', async () => {
  const ip = createNetwork().ip(1)
  const person = createPerson()
  const orders: Order[] = []
  for (let count = 0; count < 5; count += 1) orders.push(await place({ ip, person }))
  const [first, second, shipped, cancelled, paid] = orders as [Order, Order, Order, Order, Order]
  for (const to of ['Confirmed', 'Packed', 'Shipped']) await request('POST', `/order/admin/${shipped._id}/move`, { cookies, body: { to } })
  await request('POST', `/order/admin/${cancelled._id}/move`, { cookies, body: { to: 'Cancelled' } })
  await database.updateTable('orders').set({ kind: 'card' }).where('id', '=', paid._id).execute()
  const found = await readSource(first)
  expect(found.orders.map(({ number }) => number)).toEqual([second.number, first.number])
  const before = await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()
  const body = { to: 'Cancelled', orders: found.orders.map(({ _id, version }) => ({ _id, version })) }
  expect((await request('POST', '/order/admin/moves', { cookies, body })).json()).toMatchObject({ message: '2 of 2 orders moved' })
  const after = await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()
  expect(after.stock).toBe(before.stock + 2)
  expect(await readSource(first)).toEqual({ orders: [], isCapped: false })
})

test('more orders than a request can cancel are read in parts', async () => {
  const ip = createNetwork().ip(1)
  const order = await place({ ip })
  await sql`
    insert into orders (id, number, kind, status, payment_status, delivery_address, total_paise, placed_at)
    select gen_random_uuid(), number || '-' || copy, kind, status, payment_status, delivery_address, total_paise, placed_at
    from orders, generate_series(1, ${maxTransitions}::int) as copy where id = ${order._id}
  `.execute(database)
  const { orders, isCapped } = await readSource(order)
  expect([orders.length, isCapped]).toEqual([maxTransitions, true])
})

test('an unknown order has no source', async () => {
  for (const id of [randomUUID(), 'x']) expect((await findSource(id)).statusCode).toBe(404)
})
