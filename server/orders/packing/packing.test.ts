import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import type { Order } from '#contract/orders/orders.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, admin } = await startShop()
const { cookies } = admin
const kurta = await createTestProduct({ database, name: 'Kurta', sizes: { S: 50, M: 50, L: 50 } })
const scarf = await createTestProduct({ database, name: 'Scarf', stock: 50 })
const setShelf = (size: string, shelf: string) =>
  database
    .updateTable('product_sizes')
    .set({ shelf, sku: `KU-${size}` })
    .where('product_id', '=', kurta.id)
    .where('size', '=', size)
    .execute()
await setShelf('S', 'A10')
await setShelf('M', 'a2')

async function place(sizes: readonly string[], { isGift = false } = {}) {
  const items = sizes.map((size) => (size === '' ? scarf : { ...kurta, size }))
  const body = { ...buildGuestOrder(items), note: 'Call first', isGift }
  const { order } = (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>()
  return order._id
}
const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
async function confirm(sizes: readonly string[]) {
  const id = await place(sizes)
  await transition(id, 'Confirmed')
  return id
}
const read = async (packer?: string) =>
  (await request('GET', `/order/admin/pack${packer === undefined ? '' : `?packer=${packer}`}`, { cookies })).json<
    CallReply<'GET /order/admin/pack'>
  >()
const readIds = async (packer?: string) => (await read(packer)).orders.map(({ _id }) => _id)
const open = async (id: string, packer: string) =>
  (await request('POST', '/order/admin/pack/open', { cookies, body: { _id: id, packer } })).json<CallReply<'POST /order/admin/pack/open'>>()

const loose = await confirm([''])
const far = await confirm(['S'])
const near = await confirm(['L', 'M'])
const nearest = await confirm(['M'])
await place(['M'])

test('confirmed orders come in the order of their shelves, then the oldest first, with their items by shelf', async () => {
  const { orders, total } = await read()
  expect([orders.map(({ _id }) => _id), total]).toEqual([[near, nearest, far, loose], 4])
  expect(orders[0]).toMatchObject({
    name: 'Asha Rao',
    city: 'Bengaluru',
    note: 'Call first',
    isLate: false,
    items: [
      { line: 2, name: 'Kurta', size: 'M', sku: 'KU-M', shelf: 'a2', quantity: 1 },
      { line: 1, size: 'L', sku: null },
    ],
  })
  expect(orders[0]?.items[1]).not.toHaveProperty('shelf')
  expect(orders[3]?.problems).toEqual(['size'])
})

test('an order that is packed, or a pre-order whose day has not come, is not to be packed', async () => {
  const [packed, waiting] = [await confirm(['M']), await confirm(['M'])]
  await transition(packed, 'Packed')
  await sql`update order_lines set available_from = current_date + 5 where order_id = ${waiting}::uuid`.execute(database)
  expect(await readIds()).toEqual([near, nearest, far, loose])
})

test('notes of administrators, gifts and what came back to stock lately are named', async () => {
  await request('POST', `/order/admin/${near}/notes`, {
    cookies,
    headers: { 'idempotency-key': randomUUID() },
    body: { text: 'Fold it twice' },
  })
  await sql`update orders set is_gift = true where id = ${near}::uuid`.execute(database)
  await sql`
    insert into stock_movements (product_id, size, change, stock_after, cause, moved_at) values
      (${kurta.id}::uuid, 'M', 2, 2, 'return', now()), (${kurta.id}::uuid, 'M', 1, 3, 'refused', now()),
      (${kurta.id}::uuid, 'S', 5, 8, 'return', now() - interval '4 days'), (${scarf.id}::uuid, null, 1, 1, 'return', now())
  `.execute(database)
  const [first, , third, fourth] = (await read()).orders
  expect(first).toMatchObject({ isGift: true, notes: ['Fold it twice'], items: [{ size: 'M', returned: 3 }, { size: 'L' }] })
  expect(third?.items[0]).not.toHaveProperty('returned')
  expect(fourth?.items[0]?.returned).toBe(1)
})

test('an order that is open at one table comes last at another, and first at its own', async () => {
  const [mine, other] = [randomUUID(), randomUUID()]
  expect(await open(nearest, mine)).toEqual({ orderStatus: 'Confirmed' })
  expect(await open(nearest, other)).toEqual({ orderStatus: 'Confirmed', opened: { by: admin.name, minutes: 0 } })
  expect(await readIds(mine)).toEqual([nearest, near, far, loose])
  const { orders } = await read(other)
  expect(orders.map(({ _id, opened }) => [_id, opened?.by])).toEqual([
    [near, undefined],
    [far, undefined],
    [loose, undefined],
    [nearest, admin.name],
  ])
  // The table goes on: its former order is free.
  await open(far, mine)
  expect(await readIds(other)).toEqual([near, nearest, loose, far])
  expect(await open(nearest, other)).toEqual({ orderStatus: 'Confirmed' })
  // Nobody has packed it for ten minutes.
  await sql`update packing_claims set opened_at = now() - interval '11 minutes' where order_id = ${far}::uuid`.execute(database)
  expect(await open(far, other)).toEqual({ orderStatus: 'Confirmed' })
  await database.deleteFrom('packing_claims').execute()
})

test('of two tables that open an order at once, one has it', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => open(near, randomUUID())))
  expect(answers.filter(({ opened }) => opened === undefined)).toHaveLength(1)
  await database.deleteFrom('packing_claims').execute()
})

test('an unknown order cannot be opened', async () => {
  for (const id of [randomUUID(), 'x']) expect(await open(id, randomUUID())).toEqual({ orderStatus: null })
})

test('the queue takes as many queries for many orders as for one', async () => {
  const many = await captureQueries(() => read())
  await sql`delete from orders where id <> ${near}::uuid`.execute(database)
  const one = await captureQueries(() => read())
  expect(one).not.toEqual([])
  expect(many.length).toBeLessThanOrEqual(one.length)
})

test('only administrators with the right to orders read the queue and open orders', async () => {
  const shopper = await signInShopper({ request })
  const body = { _id: near, packer: randomUUID() }
  for (const [method, path] of [
    ['GET', '/order/admin/pack'],
    ['POST', '/order/admin/pack/open'],
  ] as const) {
    const content = method === 'POST' ? { body } : {}
    expect((await request(method, path, content)).statusCode).toBe(401)
    expect((await request(method, path, { ...content, cookies: shopper.cookies })).statusCode).toBe(403)
  }
  expect((await request('GET', '/order/admin/pack?packer=x', { cookies })).statusCode).toBe(400)
})
