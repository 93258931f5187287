import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { StockMovement } from '#contract/inventory/stock.ts'
import { paise } from '#contract/kernel/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'
import { findDrift } from './ledger.ts'
import { findOrderDrift } from './order-drift.ts'
import { returnStock } from './stock.ts'

const { request, database, admin } = await startShop()
const { cookies } = admin

const card = async (id: string) => (await request('GET', `/products/${id}/stock`, { cookies })).json<{ movements: StockMovement[] }>()
const steps = async (id: string) => (await card(id)).movements.map(({ cause, change, stockAfter }) => [cause, change, stockAfter]).reverse()
const change = (id: string, body: object, headers: Record<string, string> = {}) =>
  request('POST', `/products/${id}/stock`, { cookies, body: { cause: 'correction', note: 'Counted', ...body }, headers })

afterEach(async () => {
  expect((await findDrift({ database })).drifts, 'every stock is the sum of its movements').toEqual([])
  expect(await findOrderDrift({ database }), 'every piece of an order was taken').toEqual([])
})

describe('the stock ledger', () => {
  test('records opening, sale and cancellation with actor and order', async () => {
    const tee = await createTestProduct({ database, stock: 10 })
    const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity: 3 }]) })).json<{
      order: Order
    }>()
    await request('POST', `/order/admin/${order._id}/move`, { cookies, body: { to: 'Cancelled' } })
    const { movements } = await card(tee.id)
    expect(movements.map(({ cause, change, stockAfter, actor, order }) => [cause, change, stockAfter, actor, order?.number])).toEqual([
      ['cancel', 3, 10, admin.name, order.number],
      ['sale', -3, 7, null, order.number],
      ['opening', 10, 10, null, undefined],
    ])
  })

  test('a rejected order records nothing', async () => {
    const tee = await createTestProduct({ database, stock: 1 })
    await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity: 2 }]) })
    expect(await steps(tee.id)).toEqual([['opening', 1, 1]])
  })

  test('50 parallel orders of the last 20 items leave a correct ledger', async () => {
    const tee = await createTestProduct({ database, stock: 20 })
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })),
    )
    expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(20)
    expect((await steps(tee.id)).at(-1)).toEqual(['sale', -1, 0])
  })

  test('a direct change of the stock is recorded as a correction, and a movement cannot be changed', async () => {
    const tee = await createTestProduct({ database, stock: 4 })
    await database.updateTable('products').set({ stock: 6 }).where('id', '=', tee.id).execute()
    expect(await steps(tee.id)).toEqual([
      ['opening', 4, 4],
      ['correction', 2, 6],
    ])
    await expect(database.updateTable('stock_movements').set({ change: 9 }).where('product_id', '=', tee.id).execute()).rejects.toThrow(
      'never changed',
    )
    await expect(database.deleteFrom('stock_movements').where('product_id', '=', tee.id).execute()).rejects.toThrow('never changed')
    await database.deleteFrom('products').where('id', '=', tee.id).execute()
  })

  test('finds a stock that was changed without a movement', async () => {
    const tee = await createTestProduct({ database, stock: 4, name: 'Drifting tee' })
    await sql`alter table products disable trigger products_record_stock_movement`.execute(database)
    await database.updateTable('products').set({ stock: 5 }).where('id', '=', tee.id).execute()
    await sql`alter table products enable trigger products_record_stock_movement`.execute(database)
    expect((await findDrift({ database })).drifts).toEqual([{ id: tee.id, name: 'Drifting tee', size: null, stock: 5, ledger: 4 }])
    await database.deleteFrom('products').where('id', '=', tee.id).execute()
  })
})

describe('orders and holds that differ from their movements', () => {
  test('a line with more pieces than were taken, and a cancelled order whose pieces were not returned, are found', async () => {
    const tee = await createTestProduct({ database, stock: 10, name: 'Counted tee' })
    const body = buildGuestOrder([{ ...tee, quantity: 2 }])
    const { order } = (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>()
    const line = database.updateTable('order_lines').where('order_id', '=', order._id)
    await line.set({ quantity: 3 }).execute()
    expect(await findOrderDrift({ database })).toEqual([{ owner: order.number, name: 'Counted tee', pieces: 3, taken: 2 }])
    await line.set({ quantity: 2 }).execute()
    await database.updateTable('orders').set({ status: 'Cancelled' }).where('id', '=', order._id).execute()
    expect(await findOrderDrift({ database })).toEqual([{ owner: order.number, name: 'Counted tee', pieces: 0, taken: 2 }])
    const context = { cause: 'cancel', actorId: null, reference: order._id } as const
    const items = [{ productId: tee.id, size: null, quantity: 2 }]
    await database.transaction().execute((trx) => returnStock({ trx, items, context }))
  })

  test('a held piece without a movement is found', async () => {
    const tee = await createTestProduct({ database, stock: 10, name: 'Held tee' })
    const snapshot = JSON.stringify([{ productId: tee.id, name: tee.name, size: null, quantity: 2, pricePaise: 100, imageKey: '' }])
    const { id } = await database
      .insertInto('payments')
      .values({
        provider: 'razorpay',
        amount_paise: paise(200),
        cart_snapshot: snapshot,
        delivery_address: '{}',
        fingerprint: 'held',
        hold_ends_at: new Date(),
        hold_released_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await findOrderDrift({ database })).toEqual([{ owner: id, name: 'Held tee', pieces: 2, taken: 0 }])
    await database.updateTable('payments').set({ hold_released_at: new Date() }).where('id', '=', id).execute()
  })
})

describe('POST /products/:id/stock', () => {
  test('adds to the stock and takes from it, with the reason', async () => {
    const tee = await createTestProduct({ database, stock: 4 })
    expect((await change(tee.id, { change: 10, note: 'New delivery' })).json()).toMatchObject({
      message: 'Stock changed',
      product: { stock: 14 },
    })
    const { movements } = (await change(tee.id, { change: -2, cause: 'return', note: 'Moths' })).json()
    expect(movements[0]).toMatchObject({ cause: 'return', change: -2, stockAfter: 12, note: 'Moths', actor: admin.name, order: null })
  })

  test('parallel requests with one key change the stock once', async () => {
    const tee = await createTestProduct({ database, stock: 4 })
    const key = { 'idempotency-key': randomUUID() }
    await Promise.all([1, 2, 3].map(() => change(tee.id, { change: 5 }, key)))
    expect((await steps(tee.id)).length).toBe(2)
  })

  test('parallel changes and sales add up', async () => {
    const tee = await createTestProduct({ database, stock: 10 })
    await Promise.all([
      ...Array.from({ length: 5 }, () => change(tee.id, { change: 2 })),
      ...Array.from({ length: 5 }, () => request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })),
    ])
    expect((await request('GET', `/products/${tee.id}`)).json().stock).toBe(15)
  })

  test('does not go below zero, and requires a change and a reason', async () => {
    const tee = await createTestProduct({ database, stock: 2 })
    const short = await change(tee.id, { change: -3 })
    expect([short.statusCode, short.json().code]).toEqual([409, 'stock_below_zero'])
    expect((await change(tee.id, { change: 0 })).json().fields).toHaveProperty('change')
    expect((await change(tee.id, { change: 1.5 })).statusCode).toBe(400)
    expect((await change(tee.id, { change: 1, note: ' ' })).json().fields).toEqual({ note: 'Reason is required.' })
    expect((await change(tee.id, { change: 1, cause: 'sale' })).statusCode).toBe(400)
    expect((await change(randomUUID(), { change: 1 })).statusCode).toBe(404)
  })
})
