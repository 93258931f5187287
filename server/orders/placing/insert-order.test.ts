import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import * as numbers from '../order/order-number.ts'
import { insertOrder } from './insert-order.ts'

vi.mock('../order/order-number.ts', { spy: true })

const { request, database } = await createTestApp()
const placeOrder = (items: Parameters<typeof buildGuestOrder>[0]) =>
  request('POST', '/guest/cashondelivery', { body: buildGuestOrder(items), headers: { 'idempotency-key': randomUUID() } })

test('an order whose number is taken gets another one, and is written once', async () => {
  const tee = await createTestProduct({ database })
  const { order: first } = (await placeOrder([tee])).json<{ order: Order }>()
  vi.mocked(numbers.createOrderNumber).mockReturnValueOnce(first.number)
  const { order } = (await placeOrder([tee])).json<{ order: Order }>()
  expect(order.number).not.toBe(first.number)
  const lines = await database.selectFrom('order_lines').select('order_id').where('product_id', '=', tee.id).execute()
  expect(lines.map(({ order_id }) => order_id)).toEqual([first._id, order._id])
})

test('a repeated order has the same answer', async () => {
  const tee = await createTestProduct({ database })
  const options = { body: buildGuestOrder([tee]), headers: { 'idempotency-key': randomUUID() } }
  const replies = [await request('POST', '/guest/cashondelivery', options), await request('POST', '/guest/cashondelivery', options)]
  expect(replies[1]?.json()).toEqual(replies[0]?.json())
  expect(await database.selectFrom('order_lines').select('order_id').where('product_id', '=', tee.id).execute()).toHaveLength(1)
})

test('the first events of an order are recorded in their order, and those with a mail queue it', async () => {
  const { id: productId, name } = await createTestProduct({ database })
  const line = { productId, name, imageKey: 'x', price: paise(79_900), quantity: 1, size: 'M' } as const
  const events = (['Placed', 'Paid', 'Note deleted'] as const).map((event) => ({ event, actor: 'system', actorId: null }) as const)
  const order = { kind: 'card', userId: null, deliveryAddress: address, lines: [line, { ...line, size: null }], events } as const
  const { id } = await database.transaction().execute((trx) => insertOrder({ trx, order }))
  const recorded = await database
    .selectFrom('order_events')
    .leftJoin('outbox_mails', 'order_event_id', 'order_events.id')
    .select(['event', 'state'])
    .where('order_id', '=', id)
    .orderBy('order_events.id')
    .execute()
  expect(recorded).toEqual([
    { event: 'Placed', state: 'waiting' },
    { event: 'Paid', state: 'waiting' },
    { event: 'Note deleted', state: null },
  ])
  const lines = await database.selectFrom('order_lines').select(['line', 'size']).where('order_id', '=', id).orderBy('line').execute()
  expect(lines).toEqual([
    { line: 1, size: 'M' },
    { line: 2, size: null },
  ])
})

test('an order takes twelve statements, also of a product with stock by size', async () => {
  const tee = await createTestProduct({ database })
  const kurta = await createTestProduct({ database, sizes: { M: 2 } })
  const count = async (item: typeof tee & { size: string }) => {
    const queries = await captureQueries(async () => expect((await placeOrder([item])).statusCode).toBe(201))
    return queries.length
  }
  expect(await count({ ...tee, size: 'M' })).toBe(12)
  expect(await count({ ...kurta, size: 'M' })).toBe(12)
})
