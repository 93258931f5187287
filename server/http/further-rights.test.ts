import { expect, test } from 'vitest'
import type { StaffSetKey } from '#contract/kernel/rights.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'

const { provider, request, database } = await startPayingApp()

async function signInAs(set: StaffSetKey) {
  const { _id, cookies } = await signInAdministrator({ request, database })
  await database.updateTable('users').set({ staff_set: set }).where('id', '=', _id).execute()
  return cookies
}

async function placePaidOrder() {
  const checkout = await startCheckout({ request, database, provider, quantity: 2 })
  const { browser } = await checkout.pay()
  await checkout.verify(browser.response)
  const [order] = await checkout.orders()
  const columns = database.selectFrom('orders').select(['version', 'status'])
  return { _id: order._id, ...(await columns.where('id', '=', order._id).executeTakeFirstOrThrow()) }
}

test('cancelling paid orders and removing their items needs the right to money', async () => {
  const cookies = await signInAs('packer')
  const { _id, version, status } = await placePaidOrder()
  const replies = [
    await request('POST', `/order/admin/${_id}/move`, { cookies, body: { to: 'Cancelled' } }),
    await request('POST', '/order/admin/moves', { cookies, body: { to: 'Cancelled', orders: [{ _id, version }] } }),
    await request('POST', `/order/admin/${_id}/remove`, { cookies, body: { line: 1, quantity: 1, version } }),
  ]
  expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual(replies.map(() => [403, 'right_missing']))
  const order = await database.selectFrom('orders').select(['status', 'version']).where('id', '=', _id).executeTakeFirstOrThrow()
  expect(order).toEqual({ status, version })
})

test('changing prices of products needs the right to prices', async () => {
  await database
    .updateTable('staff_sets')
    .set({ rights: ['products'] })
    .where('key', '=', 'merchandiser')
    .execute()
  const cookies = await signInAs('merchandiser')
  const { products } = (await request('GET', '/products/admin', { cookies })).json()
  const { _id: id, version, price } = products[0]
  const save = (change: object) => request('POST', '/products/admin/changes', { cookies, body: { changes: [{ id, version, ...change }] } })
  expect((await save({ price: String(price + 1) })).statusCode).toBe(403)
  expect((await save({ mrp: String(price * 2) })).statusCode).toBe(403)
  expect((await save({ dispatchDays: 3 })).json().message).toBe('1 product saved')
})
