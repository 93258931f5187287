import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { toPaise, toRupees } from '#contract/kernel/money.ts'
import type { DayFigures } from '#contract/orders/day-summary.ts'
import { makeRefundsDue, sendWebhook, startCheckout } from '#testing/card-checkout.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { toGateways } from '../provider/gateways.ts'
import { compareWithProvider } from './captured-payments.ts'
import { reconcile } from './reconcile.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const { provider, gateway, gateways, control, request, database, admin } = await startPayingShop()
const checkout = (price?: number) => startCheckout({ request, database, provider, ...(price && { price }) })

const readSummary = async (day = '') =>
  (await request('GET', `/order/admin/summary${day}`, { cookies: admin.cookies })).json<{ figures: DayFigures; before: DayFigures }>()

/** Processes all refunds until they are settled. */
const work = async () => {
  for (const _ of [1, 2]) {
    await makeRefundsDue({ database })
    await runPaymentMaintenance({ database, gateways })
  }
}

/** What the provider has captured and refunded, in rupees. */
async function readProviderSums() {
  const { payments } = await control<{ payments: { amount: number; amount_refunded: number; captured: boolean }[] }>('state')
  const captured = payments.filter((payment) => payment.captured)
  const sum = (amounts: number[]) => toRupees((toPaise(0) + amounts.reduce((total, amount) => total + amount, 0)) as never)
  return { captured: sum(captured.map(({ amount }) => amount)), refunded: sum(captured.map((payment) => payment.amount_refunded)) }
}

/** A payment of ₹666.66 for a checkout that requested ₹1,000. */
async function payAnotherAmount() {
  const { orderId, pay, verify } = await checkout(333.33)
  await database
    .updateTable('payments')
    .set({ amount_paise: toPaise(1_000) })
    .where('provider_order_id', '=', orderId)
    .execute()
  const { browser, payment } = await pay()
  expect((await verify(browser.response)).statusCode).toBe(409)
  return { orderId, paymentId: payment.id }
}

test('what was captured and what went back in a day are the sums of the provider', async () => {
  const kept = await checkout(19.99)
  await kept.verify((await kept.pay()).browser.response)

  // Paid after the same items were ordered in another window: sent back.
  const superseded = await checkout()
  await database.updateTable('payments').set({ void_reason: 'superseded' }).where('provider_order_id', '=', superseded.orderId).execute()
  await superseded.verify((await superseded.pay()).browser.response)

  // A payment of another amount than requested, refunded in the dashboard.
  const odd = await payAnotherAmount()
  await gateway.refund({ paymentId: odd.paymentId, amount: toPaise(66.66), key: randomUUID() })
  await sendWebhook({ request, orderId: odd.orderId, event: 'refund.processed' })

  // Refunded in the dashboard before the shop saw it, and reported afterwards.
  const early = await checkout()
  const { payment } = await early.pay()
  await gateway.refund({ paymentId: payment.id, amount: toPaise(1_598), key: randomUUID() })
  await sendWebhook({ request, orderId: early.orderId, event: 'refund.processed' })

  await work()
  const { figures } = await readSummary()
  expect(await readProviderSums()).toEqual({ captured: 3_902.64, refunded: 3_262.66 })
  expect([figures.paidOnline, figures.refunds]).toEqual([
    { count: 4, amount: 3_902.64 },
    { count: 3, amount: 3_262.66 },
  ])
})

test('a second payment of one checkout counts as received and as refunded', async () => {
  const before = (await readSummary()).figures
  const { orderId, pay, verify, payment } = await checkout()
  await verify((await pay()).browser.response)
  const [first] = await gateway.fetchPayments(orderId)
  const second = { ...first, id: 'pay_SecondPayment2' } as never
  const twice = { ...gateway, fetchPayments: async () => [second] }
  for (const _ of [1, 2]) await reconcile({ database, gateways: toGateways([twice]), payment: await payment() })
  const processed = { status: 'processed', settled_at: new Date() } as const
  await database.updateTable('refunds').set(processed).where('provider_payment_id', '=', 'pay_SecondPayment2').execute()
  const { figures } = await readSummary()
  const grown = (name: 'paidOnline' | 'refunds') => toPaise(figures[name].amount) - toPaise(before[name].amount)
  expect([grown('paidOnline'), grown('refunds')]).toEqual([319_600, 159_800])
})

test('a payment counts on the day of the money in India', async () => {
  const { verify, pay } = await checkout()
  const { payment, browser } = await pay()
  await verify(browser.response)
  const captured = database.updateTable('captured_payments').set({ captured_at: new Date('2026-02-10T18:31:00Z') })
  await captured.where('provider_payment_id', '=', payment.id).execute()
  const { figures, before } = await readSummary('?day=2026-02-11')
  expect([figures.paidOnline, before.paidOnline]).toEqual([
    { count: 1, amount: 1_598 },
    { count: 0, amount: 0 },
  ])
})

test('captures that a server of the version before has settled are added by the comparison', async () => {
  const { pay, verify } = await checkout()
  const { payment, browser } = await pay()
  await verify(browser.response)
  const listed = () =>
    database.selectFrom('captured_payments').select('amount_paise').where('provider_payment_id', '=', payment.id).execute()
  await database.deleteFrom('captured_payments').where('provider_payment_id', '=', payment.id).execute()
  expect(await compareWithProvider({ database, gateways, provider: 'razorpay' })).toEqual({ payments: [], refunds: [] })
  expect(await listed()).toEqual([{ amount_paise: 159_800 }])
})
