import { expect, test } from 'vitest'
import { type Paise, paise, toPaise } from '#contract/kernel/money.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { createPaymentLinks } from '../../orders/order/order-links.ts'
import { compareWithProvider } from './captured-payments.ts'

const { provider, gateway, gateways, request, database, trackingKey, cookies } = await startPayingShop()
const tee = await createTestProduct({ database, price: 799, stock: 100 })
const links = createPaymentLinks({ key: trackingKey })
const compare = () => compareWithProvider({ database, gateways, provider: 'razorpay' })

/** An order on delivery that a guest has paid online after the backup: only the provider knows the payment. */
async function payAfterBackup({ paid }: { paid?: Paise } = {}) {
  const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json()
  const { _id: id, number } = order as { _id: string; number: string }
  const { id: orderId } = paid
    ? await gateway.createOrder({ amount: paid, receipt: `test ${id.slice(-12)}`, orderNumber: number })
    : (await request('POST', '/order/confirmation/pay', { body: { token: links.create(id).split('/o/')[1] } })).json()
  await database.deleteFrom('payments').where('order_id', '=', id).execute()
  const { payment } = await provider.control<{ payment: { id: string } }>('payments', { order_id: orderId })
  const move = async (to: string) =>
    (await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })).json<{ code?: string }>().code
  const read = () =>
    database.selectFrom('orders').select(['kind', 'status', 'paid_paise', 'collect_paise']).where('id', '=', id).executeTakeFirstOrThrow()
  return { id, number, paymentId: payment.id, move, read }
}

test('an order that was paid online after the backup is paid again, and the courier collects nothing', async () => {
  const { number, paymentId, read, move } = await payAfterBackup()
  expect((await compare()).payments).toEqual([{ id: paymentId, amount: 79_900, outcome: 'order', orderNumber: number }])
  expect(await read()).toEqual({ kind: 'card', status: 'Confirmed', paid_paise: 79_900, collect_paise: 0 })
  expect([await move('Packed'), (await compare()).payments]).toEqual([undefined, []])
})

test('two servers that find it at once make it one payment', async () => {
  const { id, read } = await payAfterBackup()
  await Promise.all([compare(), compare(), compare()])
  expect(await read()).toMatchObject({ kind: 'card', paid_paise: 79_900 })
  expect(await database.selectFrom('payments').select('status').where('order_id', '=', id).execute()).toEqual([{ status: 'paid' }])
})

test('a payment of another amount holds its order until it is resolved', async () => {
  const { id, read, move } = await payAfterBackup({ paid: paise(70_000) })
  await compare()
  expect(await read()).toMatchObject({ kind: 'guest', status: 'Placed', collect_paise: 79_900 })
  expect([await move('Confirmed'), await move('Packed')]).toEqual([undefined, 'payment_found'])
  const { mismatches } = (await request('GET', '/payments/mismatches', { cookies })).json()
  expect(mismatches).toMatchObject([{ kind: 'paid, checkout unknown', orderId: id, amount: 700 }])
  const body = { kind: mismatches[0].kind, message: mismatches[0].message, note: 'Refunded in the dashboard' }
  await request('POST', `/payments/mismatches/${mismatches[0]._id}/resolve`, { cookies, body })
  expect(await move('Packed')).toBeUndefined()
})

test('a payment of an order that is packed already is listed with it', async () => {
  const { id, move, read } = await payAfterBackup()
  for (const to of ['Confirmed', 'Packed']) await move(to)
  await compare()
  expect([await move('Shipped'), (await read()).collect_paise]).toEqual(['payment_found', toPaise(799)])
  const { mismatches } = (await request('GET', '/payments/mismatches', { cookies })).json()
  expect(mismatches).toMatchObject([{ orderId: id, amount: 799 }])
})
