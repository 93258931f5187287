import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { expireHold, makeCheckDue, startCheckout } from '#testing/card-checkout.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { releaseExpiredHolds } from '../checkout/holds.ts'
import { GatewayError } from '../provider/gateway.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const { provider, gateway, gateways, control, request, database } = await startPayingApp()
const checkout = () => startCheckout({ request, database, provider })
type Checkout = Awaited<ReturnType<typeof checkout>>
const work = async () => {
  await runPaymentMaintenance({ database, gateways })
  await releaseExpiredHolds({ database })
}

/** The bank authorizes the payment after its hold has ended. `before` runs before that. */
async function authorizeLate(before: (checkout: Checkout) => Promise<unknown> = async () => {}) {
  const late = await checkout()
  const { payment } = await late.pay({ decision: 'failure' })
  await expireHold({ database, orderId: late.orderId })
  await work()
  expect(await late.stock()).toBe(10)
  await before(late)
  await control('clock', { advance_seconds: 900 })
  await control(`payments/${payment.id}/late-authorize`, {})
  const check = async () => {
    await expireHold({ database, orderId: late.orderId })
    await work()
  }
  await check()
  const readPayment = async () => (await control<{ payment: object }>(`payments/${payment.id}`)).payment
  return { ...late, payment, check, readPayment }
}
const sellOut = ({ tee }: Checkout) => database.updateTable('products').set({ stock: 1 }).where('id', '=', tee.id).execute()

test('a late authorization takes the stock again while it is available', async () => {
  const { orders, stock } = await authorizeLate()
  expect(await orders()).toMatchObject([{ paymentStatus: 'Paid', orderStatus: 'Placed' }])
  expect(await stock()).toBe(8)
})

test('a late authorization has its stock before it is captured', async () => {
  const capture = vi.spyOn(gateway, 'capture').mockRejectedValueOnce(new GatewayError({ kind: 'unknown', message: 'No answer' }))
  const { orders, stock, payment, orderId, readPayment } = await authorizeLate()
  expect(capture).toHaveBeenCalledOnce()
  capture.mockRestore()
  expect([await orders(), await readPayment(), await stock()]).toMatchObject([[], { id: payment.id, status: 'authorized' }, 8])
  await makeCheckDue({ database, orderId })
  await work()
  expect([await orders(), await stock()]).toMatchObject([[{ orderStatus: 'Placed' }], 8])
})

test('a late authorization is not captured when the items are sold out', async () => {
  const { orders, status, payment, orderId, stock, verify, check, readPayment, cookies } = await authorizeLate(sellOut)
  await check()
  const reason =
    'Your payment arrived after the items were sold out. It was not collected, and your bank returns the amount within 14 days.'
  const cancelled = { paymentStatus: 'Failed', orderStatus: 'Cancelled', amountPaid: 0, cashOndelivery: 0 }
  expect(await orders()).toMatchObject([cancelled])
  expect([await readPayment(), await stock()]).toMatchObject([{ status: 'authorized', captured: false }, 1])
  const signed = createHmac('sha256', provider.keySecret).update(`${orderId}|${payment.id}`).digest('hex')
  const fields = { razorpay_order_id: orderId, razorpay_payment_id: payment.id, razorpay_signature: signed }
  for (const _ of [1, 2]) expect((await verify(fields)).json()).toMatchObject({ code: 'payment_refunded', error: reason })
  const [{ _id }] = await orders()
  const { events } = (await request('GET', `/order/${_id}`, { cookies })).json()
  expect(events.map(({ event }: { event: string }) => event)).toEqual(['Placed', 'Cancelled'])
  expect((await request('GET', `/order/${_id}/refunds`, { cookies })).json()).toEqual({ refunds: [], voidReason: reason })
  const { cookies: admin } = await signInAdministrator({ request, database })
  expect((await request('GET', `/order/admin/${_id}/payment`, { cookies: admin })).json()).toEqual({ payment: null, voidReason: reason })

  // The provider returns an authorization that is not captured.
  await control('clock', { advance_seconds: 6 * 86_400 })
  await check()
  expect(await readPayment()).toMatchObject({ status: 'refunded', captured: false })
  expect(await orders()).toMatchObject([cancelled])
  expect((await status()).json()).toMatchObject({ status: 'refunded', message: reason, order: cancelled })
  expect((await request('GET', '/payments/mismatches', { cookies: admin })).json().mismatches).toEqual([])
  expect(await database.selectFrom('refunds').select('id').where('provider_payment_id', '=', payment.id).execute()).toEqual([])
})

test('a payment that is captured after its order was cancelled is refunded', async () => {
  const { orders, payment, amount, check, readPayment, stock, status } = await authorizeLate(sellOut)
  await gateway.capture({ paymentId: payment.id, amount: amount as never })
  await check()
  await check()
  expect(await readPayment()).toMatchObject({ status: 'refunded', amount_refunded: amount })
  expect([await orders(), await stock()]).toMatchObject([[{ paymentStatus: 'Refunded', orderStatus: 'Cancelled', amountPaid: 1598 }], 1])
  expect((await status()).json()).toMatchObject({ status: 'refunded', message: expect.stringContaining('refunded in full') })
})

test('a late payment that the provider captured is refunded when the items are sold out', async () => {
  const late = await checkout()
  await expireHold({ database, orderId: late.orderId })
  await work()
  await sellOut(late)
  const { browser, payment } = await late.pay()
  for (const _ of [1, 2])
    expect((await late.verify(browser.response)).json().error).toBe(
      'Your payment arrived after the items were sold out. It is being refunded in full.',
    )
  await work()
  expect(await late.orders()).toMatchObject([{ paymentStatus: 'Refunded', orderStatus: 'Cancelled' }])
  expect([(await late.status()).json(), await late.stock()]).toMatchObject([{ status: 'refunded' }, 1])
  const state = await control<{ refunds: { amount: number; payment_id: string }[] }>('state')
  expect(state.refunds.filter((refund) => refund.payment_id === payment.id)).toMatchObject([{ amount: 159_800 }])
})
