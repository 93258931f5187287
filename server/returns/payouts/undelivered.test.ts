import { expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { UndeliveredParcel } from '#contract/payouts/payouts.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'

const { provider, request, database, cookies } = await startPayingShop()

const list = async () =>
  (await request('GET', '/payouts/undelivered', { cookies })).json<{ parcels: UndeliveredParcel[]; freight: number }>()
const find = async (id: string) => (await list()).parcels.find(({ _id }) => _id === id)
const move = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
const refund = (id: string, amount: number, refunded = 0) =>
  request('POST', `/order/admin/${id}/refund`, { cookies, body: { amount, refunded, reason: 'Parcel came back', part: 'online' } })

async function bringBack(id: string) {
  for (const to of ['Confirmed', 'Packed', 'Shipped', 'Undelivered']) await move(id, to)
  const { version } = (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
  return request('POST', `/order/admin/${id}/receive`, { cookies, body: { condition: 'sellable', version } })
}

/** A prepaid order of ₹1,598. */
async function pay() {
  const checkout = await startCheckout({ request, database, provider })
  const { order } = (await checkout.verify((await checkout.pay()).browser.response)).json()
  return order._id as string
}

async function keepFreight(undeliveredFreightRupees: number) {
  const { version, value } = (await request('GET', '/settings', { cookies })).json().groups.policies
  const draft = await request('PATCH', '/settings/policies', { cookies, body: { version, value: { ...value, undeliveredFreightRupees } } })
  return request('POST', '/settings/policies/publish', { cookies, body: { version: draft.json().state.version } })
}

test('a prepaid parcel that came back is listed until an administrator refunds it, and nothing is refunded by itself', async () => {
  const id = await pay()
  expect((await bringBack(id)).statusCode).toBe(200)
  expect(await find(id)).toMatchObject({ orderStatus: 'Undelivered', condition: 'sellable', refunded: 0, left: 1_598, lessFreight: null })
  expect(await database.selectFrom('refunds').select('id').execute()).toEqual([])
  expect((await refund(id, 1_598)).statusCode).toBe(200)
  expect(await find(id)).toBeUndefined()
})

test('with a policy about the freight it is offered less the freight, and is then decided', async () => {
  const id = await pay()
  await bringBack(id)
  expect((await keepFreight(80)).statusCode).toBe(200)
  expect(await list()).toMatchObject({ freight: 80, parcels: [{ _id: id, left: 1_598, lessFreight: 1_518 }] })
  expect((await refund(id, 1_518)).statusCode).toBe(200)
  expect((await refund(id, 1_518)).json().code).toBe('refund_changed')
  expect(await find(id)).toBeUndefined()
})

test('what was refunded before the parcel came back does not hide it', async () => {
  const id = await pay()
  for (const to of ['Confirmed', 'Packed', 'Shipped']) await move(id, to)
  await refund(id, 200)
  await bringBack(id)
  expect(await find(id)).toMatchObject({ refunded: 200, left: 1_398 })
})

test('a parcel on its way back, a delivered one and one that was not paid online are not listed', async () => {
  const [coming, delivered] = [await pay(), await pay()]
  for (const to of ['Confirmed', 'Packed', 'Shipped', 'Undelivered']) await move(coming, to)
  for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) await move(delivered, to)
  const tee = await createTestProduct({ database })
  const guest = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json().order._id as string
  await bringBack(guest)
  const ids = (await list()).parcels.map(({ _id }) => _id)
  for (const id of [coming, delivered, guest]) expect(ids).not.toContain(id)
})

test('the list is for administrators, with their PIN', async () => {
  const { cookies: shopper } = await signInShopper({ request })
  expect((await request('GET', '/payouts/undelivered')).statusCode).toBe(401)
  expect((await request('GET', '/payouts/undelivered', { cookies: shopper })).statusCode).toBe(403)
  const other = await signInAdministrator({ request, database })
  await database
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .where('user_id', '=', other._id)
    .execute()
  expect((await request('GET', '/payouts/undelivered', { cookies: other.cookies })).json().code).toBe('reauthentication_required')
})
