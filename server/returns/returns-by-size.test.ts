import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ReturnedProduct } from '#contract/returns/returns-by-size.ts'
import { createReturns } from '#testing/returns.ts'
import { startPayingShop } from '#testing/start-shop.ts'

const { provider, request, database, trackingKey, cookies } = await startPayingShop()
const { deliverGuest, admin, receive } = createReturns({ request, database, trackingKey, provider, cookies })

async function readReport(days = '90') {
  const reply = await request('GET', `/returns/by-size?days=${days}`, { cookies })
  expect(reply.statusCode).toBe(200)
  return reply.json<{ products: ReturnedProduct[] }>().products
}

async function findProduct(orderId: string, days?: string) {
  const { product_id } = await database
    .selectFrom('order_lines')
    .select('product_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return (await readReport(days)).find(({ _id }) => _id === product_id)
}

const ask = async (order: Awaited<ReturnType<typeof deliverGuest>>, quantity: number, reason: string, refund: number) =>
  (await order.ask([{ line: 1, quantity, reason }], refund)).json().return._id as string

test('pieces are counted from the request, and are paid back once it is settled', async () => {
  const order = await deliverGuest()
  expect(await findProduct(order.id)).toBeUndefined()
  const id = await ask(order, 1, 'too small', 699)
  const counts = { sent: 2, returned: 1, tooSmall: 1, tooLarge: 0, refunded: 0, kept: 2 }
  expect(await findProduct(order.id)).toMatchObject({ ...counts, misfit: null, sizes: [counts] })
  await receive(id, 1)
  expect(await findProduct(order.id)).toMatchObject(counts)
  expect((await admin(id, 'settle', { refund: 699 })).statusCode).toBe(200)
  expect(await findProduct(order.id)).toMatchObject({ ...counts, refunded: 1, kept: 1 })
})

test('declined and withdrawn returns do not count', async () => {
  const order = await deliverGuest()
  const declined = await ask(order, 1, 'too large', 699)
  await admin(declined, 'decline', { reason: 'It was worn.' })
  await order.withdraw(await ask(order, 1, 'too large', 699))
  expect(await findProduct(order.id)).toBeUndefined()
})

test('an earlier delivery and an archived order do not count', async () => {
  const [older, archived] = [await deliverGuest(), await deliverGuest()]
  await ask(older, 2, 'too large', 1_498)
  await ask(archived, 2, 'too large', 1_498)
  const happened_at = new Date(Date.now() - 100 * 86_400_000)
  await database.updateTable('order_events').set({ happened_at }).where('order_id', '=', older.id).execute()
  await database.insertInto('archived_orders').values({ order_id: archived.id, archived_by: null }).execute()
  expect(await findProduct(older.id, '90')).toBeUndefined()
  expect(await findProduct(older.id, '365')).toMatchObject({ sent: 2, tooLarge: 2 })
  expect(await findProduct(archived.id)).toBeUndefined()
})

test('only pieces of the product that were delivered in the period are counted as sent', async () => {
  const order = await deliverGuest()
  await ask(order, 1, 'too small', 699)
  const { product_id } = await database
    .selectFrom('order_lines')
    .select('product_id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const [older, undelivered] = [await deliverGuest(), await deliverGuest()]
  for (const { id } of [older, undelivered])
    await database.updateTable('order_lines').set({ product_id }).where('order_id', '=', id).execute()
  const happened_at = new Date(Date.now() - 31 * 86_400_000)
  await database
    .updateTable('order_events')
    .set({ happened_at })
    .where('order_id', '=', older.id)
    .where('event', '=', 'Delivered')
    .execute()
  await database.deleteFrom('order_events').where('order_id', '=', undelivered.id).where('event', '=', 'Delivered').execute()
  expect(await findProduct(order.id, '30')).toMatchObject({ sent: 2, returned: 1, tooSmall: 1, kept: 2 })
  expect(await findProduct(order.id, '90')).toMatchObject({ sent: 4, returned: 1, tooSmall: 1, kept: 4 })
})

test('sizes are listed from small to large, and a product that runs small says so', async () => {
  const order = await deliverGuest()
  await ask(order, 2, 'too small', 1_498)
  const { product_id: id } = await database
    .selectFrom('order_lines')
    .select('product_id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const other = await deliverGuest()
  // The same product in another size, of which nothing came back.
  await database.updateTable('order_lines').set({ product_id: id, size: 'L', quantity: 8 }).where('order_id', '=', other.id).execute()
  await database.updateTable('order_lines').set({ size: 'M' }).where('order_id', '=', order.id).execute()
  const found = await findProduct(order.id)
  expect(found).toMatchObject({ sent: 10, tooSmall: 2, misfit: 'small' })
  expect(found?.sizes.map(({ size, sent }) => [size, sent])).toEqual([
    ['M', 2],
    ['L', 8],
  ])
})

test('orders of exchanges do not make the counts a minute old', async () => {
  await sql`
    with placed as (
      insert into orders (number, kind, status, total_paise, delivery_address, placed_at, exchange_return_id)
      select 'X' || n, 'guest', 'Delivered', 0, '{}', now(), gen_random_uuid() from generate_series(1, 5_001) as n returning id
    )
    insert into order_events (order_id, event, actor) select id, 'Delivered', 'admin' from placed
  `.execute(database)
  const order = await deliverGuest()
  await readReport()
  await ask(order, 1, 'too small', 699)
  expect(await findProduct(order.id)).toMatchObject({ returned: 1 })
})

test('only administrators read it, for periods that there are', async () => {
  expect((await request('GET', '/returns/by-size')).statusCode).toBe(401)
  expect((await request('GET', '/returns/by-size?days=7', { cookies })).statusCode).toBe(400)
})
