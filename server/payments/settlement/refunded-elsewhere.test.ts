import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startCheckout } from '#testing/card-checkout.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { toGateways } from '../provider/gateways.ts'
import { reconcile } from './reconcile.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const { provider, gateway, gateways, request, database } = await startPayingApp()
const checkout = () => startCheckout({ request, database, provider })

describe("a payment that was refunded in the provider's dashboard before the shop saw it", () => {
  test('makes a cancelled and refunded order, and releases its stock', async () => {
    const { pay, verify, amount, orders, stock, status, cart } = await checkout()
    const { browser, payment } = await pay()
    await gateway.refund({ paymentId: payment.id, amount: amount as never, key: randomUUID() })
    for (const _ of [1, 2]) {
      const reply = await verify(browser.response)
      expect([reply.statusCode, reply.json().error]).toEqual([
        409,
        'This payment was refunded before its order could be placed, so the order is cancelled.',
      ])
    }
    await runPaymentMaintenance({ database, gateways })
    expect((await status()).json()).toMatchObject({ status: 'refunded' })
    expect(await orders()).toMatchObject([{ orderStatus: 'Cancelled', paymentStatus: 'Refunded' }])
    expect([await stock(), (await cart()).length]).toEqual([10, 1])
    const [order] = await orders()
    const { cookies } = await signInAdministrator({ request, database })
    expect((await request('GET', `/order/admin/${order._id}/payment`, { cookies })).json().payment).toMatchObject({
      refunded: 1598,
      refunds: [{ status: 'processed' }],
    })
    expect(
      (await request('GET', '/payments/mismatches', { cookies })).json().mismatches.map(({ orderId }: never) => orderId),
    ).not.toContain(order._id)
  })

  test('does not become the order when another attempt is paid', async () => {
    const { pay, orders, orderId, payment } = await checkout()
    const { payment: paid } = await pay()
    const attempts = await gateway.fetchPayments(orderId)
    const refunded = attempts.map((attempt) => ({ ...attempt, id: `${attempt.id}x`, status: 'refunded' as const }))
    const changedGateway = { ...gateway, fetchPayments: async () => [...refunded, ...attempts] }
    for (const _ of [1, 2]) await reconcile({ database, gateways: toGateways([changedGateway]), payment: await payment() })
    expect((await payment()).provider_payment_id).toBe(paid.id)
    expect(await orders()).toMatchObject([{ orderStatus: 'Placed', paymentStatus: 'Paid' }])
    const refunds = database.selectFrom('refunds').select(['provider_payment_id', 'status'])
    expect(await refunds.where('payment_id', '=', (await payment()).id).execute()).toEqual([
      { provider_payment_id: `${paid.id}x`, status: 'processed' },
    ])
  })
})
