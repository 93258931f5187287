import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import type { Gateway, GatewayRefund } from '#server/payments/provider/gateway.ts'
import { toGateways } from '#server/payments/provider/gateways.ts'
import { runPaymentMaintenance } from '#server/payments/settlement/run-payment-maintenance.ts'
import { makeRefundsDue, sendWebhook, startCheckout, startProvider } from './card-checkout.ts'
import { signInAdministrator } from './shoppers.ts'
import { createTestApp } from './test-app.ts'

/** A shop and a provider for tests of refunds. The provider's faults and the open refunds end with each test. */
export async function startRefunds() {
  const provider = await startProvider()
  const { gateway, gateways, control } = provider
  const { request, database } = await createTestApp({ gateways })
  const { cookies: admin } = await signInAdministrator({ request, database })

  afterEach(async () => {
    await fetch(`${provider.url}/_simulator/faults`, { method: 'DELETE' })
    await control('settings', { refund_processing: 'processed', refund_balance: null })
    // Open refunds would be processed in the next test.
    await database.deleteFrom('refunds').execute()
  })

  /** A paid card order of ₹1,598. */
  async function payOrder() {
    const checkout = await startCheckout({ request, database, provider })
    const { browser, payment } = await checkout.pay()
    const { order } = (await checkout.verify(browser.response)).json()
    return {
      id: order._id as string,
      paymentId: payment.id,
      cancel: () => request('POST', `/order/${order._id}/cancel`, { cookies: checkout.cookies }),
      refund: (amount: number, refunded: number) =>
        request('POST', `/order/admin/${order._id}/refund`, { cookies: admin, body: { amount, refunded, reason: 'Returned' } }),
      refunds: async () => (await request('GET', `/order/admin/${order._id}/payment`, { cookies: admin })).json().payment.refunds,
      /** the provider processes or fails the pending refund of this many rupees */
      settle: async (amount: number, outcome: 'process' | 'fail') => {
        const { provider_refund_id: id } = await database
          .selectFrom('refunds')
          .select('provider_refund_id')
          .where('amount_paise', '=', toPaise(amount))
          .where('status', '=', 'pending')
          .executeTakeFirstOrThrow()
        await control(`refunds/${id}/${outcome}`, {})
        await work()
      },
      paymentStatus: async () => (await checkout.orders())[0].paymentStatus,
      /** the owner refunds this many rupees in the provider's dashboard */
      refundInDashboard: (amount: number) => gateway.refund({ paymentId: payment.id, amount: toPaise(amount), key: randomUUID() }),
      /** the provider sends a webhook about a refund of this payment */
      receiveWebhook: async () => {
        await sendWebhook({ request, orderId: checkout.orderId, event: 'refund.processed' })
        await work()
      },
      /** the amounts of the refunds at the provider, in paise */
      providerRefunds: async () =>
        (await control<{ refunds: { payment_id: string; amount: number }[] }>('state')).refunds
          .filter((refund) => refund.payment_id === payment.id)
          .map(({ amount }) => amount),
    }
  }

  /** Makes all open refunds due and processes them, `times` times. */
  async function work({ times = 1, by = gateway }: { times?: number; by?: Gateway } = {}): Promise<void> {
    for (let run = 0; run < times; run += 1) {
      await makeRefundsDue({ database })
      await runPaymentMaintenance({ database, gateways: toGateways([by]) })
    }
  }

  /** A second server processes the same refunds, and the provider answers it late. */
  async function startSecondServer(getAnswer: () => GatewayRefund) {
    const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowGateway: Gateway = {
      ...gateway,
      async refund() {
        requested.resolve()
        await answered.promise
        return getAnswer()
      },
    }
    const second = work({ by: slowGateway })
    await requested.promise
    return { second, answer: () => answered.resolve() }
  }

  const listDiscrepancies = async () =>
    (await request('GET', '/payments/mismatches', { cookies: admin }))
      .json()
      .mismatches.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])

  return { request, admin, database, gateway, control, payOrder, work, startSecondServer, listDiscrepancies }
}
