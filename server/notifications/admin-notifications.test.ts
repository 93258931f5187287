import { describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { toPaise } from '#contract/kernel/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database, admin } = await startShop()
const read = async (): Promise<CallReply<'GET /order/admin/notifications'>> =>
  (await request('GET', '/order/admin/notifications', { cookies: admin.cookies })).json()
const markRead = () => request('POST', '/order/admin/notifications/read', { cookies: admin.cookies })

async function place(product: { id: string; name: string; price: number }, quantity = 1) {
  const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...product, quantity, size: 'M' }]) })
  return reply.json<{ order: Order }>().order
}

describe('GET /order/admin/notifications', () => {
  test('lists new orders until they are confirmed, and counts the unread ones', async () => {
    const tee = await createTestProduct({ database, stock: 100 })
    await markRead()
    const first = await place(tee)
    const second = await place(tee)
    expect(await read()).toMatchObject({
      unread: 2,
      unreadOrders: 2,
      orders: [
        { _id: second._id, number: second.number, customer: 'Asha Rao', totalPrice: tee.price, unread: true },
        { _id: first._id, unread: true },
      ],
    })
    await markRead()
    const third = await place(tee)
    expect((await read()).orders.map(({ _id, unread }) => [_id, unread])).toEqual([
      [third._id, true],
      [second._id, false],
      [first._id, false],
    ])
    for (const { _id } of [first, second, third])
      await request('POST', `/order/admin/${_id}/move`, { cookies: admin.cookies, body: { to: 'Confirmed' } })
    expect(await read()).toMatchObject({ unread: 0, unreadOrders: 0, orders: [] })
  })

  test('names the products low in stock, the latest change first', async () => {
    const [hoodie, cargo] = [await createTestProduct({ database, stock: 8 }), await createTestProduct({ database, stock: 6 })]
    await createTestProduct({ database, stock: 6 })
    await markRead()
    expect((await read()).lowStock).toEqual({ products: [], total: 0, unread: 0 })
    await place(hoodie, 4)
    await place(cargo, 6)
    const { lowStock, unread } = await read()
    expect(lowStock).toEqual({
      products: [
        { _id: cargo.id, name: cargo.name, stock: 0, unread: true },
        { _id: hoodie.id, name: hoodie.name, stock: 4, unread: true },
      ],
      total: 2,
      unread: 2,
    })
    expect(unread).toBe(4)
    await markRead()
    expect(await read()).toMatchObject({ unread: 0, lowStock: { total: 2, unread: 0, products: [{ unread: false }, { unread: false }] } })
    await database.updateTable('products').set({ stock: 20 }).where('id', '=', hoodie.id).execute()
    await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', cargo.id).execute()
    expect((await read()).lowStock.total).toBe(0)
  })

  test('a payment to review stays unread until it is resolved', async () => {
    await markRead()
    const payment = await database
      .insertInto('payments')
      .values({
        provider_order_id: 'order_review',
        provider_payment_id: 'pay_review',
        amount_paise: toPaise(500),
        status: 'paid',
        cart_snapshot: '[]',
        delivery_address: JSON.stringify(address),
        fingerprint: 'review',
        hold_ends_at: new Date(),
        hold_released_at: new Date(),
        discrepancy: 'captured ₹400',
        next_check_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await read()).toMatchObject({ payments: 1, unread: 1 })
    await markRead()
    expect(await read()).toMatchObject({ payments: 1, unread: 1 })
    await database.deleteFrom('payments').where('id', '=', payment.id).execute()
    expect(await read()).toMatchObject({ payments: 0, unread: 0 })
  })
})

test('a shop without a mail server says so', async () => {
  const shop = await createTestApp({ environment: { DEMO: 'off' } })
  const { cookies } = await signInAdministrator(shop)
  const { lacksMailServer, unread } = (await shop.request('GET', '/order/admin/notifications', { cookies })).json()
  expect([lacksMailServer, unread]).toEqual([true, 1])
  expect((await read()).lacksMailServer).toBe(false)
})
