import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { StockMovement } from '#contract/inventory/stock.ts'
import type { Order } from '#contract/orders/orders.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { findDrift } from './ledger.ts'

const { request, database } = await createTestApp()
const admin = await signInAdministrator({ request, database })
const { cookies } = admin

const card = async (id: string) => (await request('GET', `/products/${id}/stock`, { cookies })).json<{ movements: StockMovement[] }>()
const steps = async (id: string) => (await card(id)).movements.map(({ cause, change, stockAfter }) => [cause, change, stockAfter]).reverse()
const change = (id: string, body: object, headers: Record<string, string> = {}) =>
  request('POST', `/products/${id}/stock`, { cookies, body: { cause: 'correction', note: 'Counted', ...body }, headers })

afterEach(async () => {
  expect((await findDrift({ database })).drifts, 'every stock is the sum of its movements').toEqual([])
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

  test('is for administrators', async () => {
    const tee = await createTestProduct({ database })
    const shopper = await signInShopper({ request })
    const body = { change: 1, cause: 'correction', note: 'x' }
    for (const [method, given] of [
      ['GET', undefined],
      ['POST', body],
    ] as const) {
      expect((await request(method, `/products/${tee.id}/stock`, { body: given })).statusCode).toBe(401)
      expect((await request(method, `/products/${tee.id}/stock`, { body: given, cookies: shopper.cookies })).statusCode).toBe(403)
    }
  })
})
