import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { createTestApp } from '#testing/test-app.ts'
import { releaseExpiredHolds } from './holds.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateway, control, webhookSecret } = provider
const { request, database } = await createTestApp({ gateway })

type Checkout = Awaited<ReturnType<typeof startCheckout>>

const stockAtFirst = 10
const pieces = 2

function sendWebhook({ orderId }: Checkout) {
  const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: { order_id: orderId } } } })
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': randomUUID() }
  return request('POST', '/payments/razorpay/webhook', { body, headers })
}

/** The jobs, in whichever order they come. */
async function work(): Promise<void> {
  await Promise.all([releaseExpiredHolds({ database }), runPaymentMaintenance({ database, gateway })])
}

/** Everything is due now, as if its time had passed. */
async function hasten({ orderId }: Checkout): Promise<void> {
  const due = new Date(0)
  await database.updateTable('payments').set({ hold_ends_at: due, next_check_at: due }).where('provider_order_id', '=', orderId).execute()
  await database.updateTable('refunds').set({ next_attempt_at: due }).execute()
}

/** What may happen to a checkout, in any order and number; the last paid attempt is what the browser would report. */
const steps = {
  pay: async (checkout: Checkout, told: { fields?: Parameters<Checkout['verify']>[0] }) => {
    const { browser } = await checkout.pay().catch(() => ({ browser: {} as { response?: undefined } }))
    told.fields = browser.response ?? told.fields
  },
  decline: (checkout: Checkout) => checkout.pay({ decision: 'failure' }).catch(() => undefined),
  verify: (checkout: Checkout, told: { fields?: Parameters<Checkout['verify']>[0] }) => told.fields && checkout.verify(told.fields),
  webhook: sendWebhook,
  work,
  timePasses: async (checkout: Checkout) => {
    await hasten(checkout)
    await work()
  },
  silence: () => control('faults', { kind: 'drop', path: '/payments', method: 'GET' }),
  ask: (checkout: Checkout) => checkout.status(),
  cancel: async (checkout: Checkout) => {
    const [order] = await checkout.orders()
    if (order) await request('POST', `/order/${order._id}/cancel`, { cookies: checkout.cookies })
  },
} as const

type Step = keyof typeof steps

test('whatever happens in whatever order: at most one order, and the money is its price or goes back', async () => {
  const history = fc.array(
    fc.oneof(
      fc.constantFrom(...(Object.keys(steps) as Step[])).map((step) => [step]),
      // Some things happen at the same moment.
      fc.tuple(fc.constantFrom<Step>('verify', 'webhook', 'work', 'ask'), fc.constantFrom<Step>('verify', 'webhook', 'work', 'cancel')),
    ),
    { minLength: 2, maxLength: 9 },
  )
  await fc.assert(
    fc.asyncProperty(history, async (moments) => {
      const checkout = await startCheckout({ request, database, provider, stock: stockAtFirst, pieces })
      const told = {}
      for (const moment of moments) await Promise.all(moment.map((step) => steps[step](checkout, told)))
      await fetch(`${provider.url}/_simulator/faults`, { method: 'DELETE' })
      for (let round = 0; round < 3; round += 1) {
        await hasten(checkout)
        await work()
      }
      await checkAccounts(checkout)
    }),
    { numRuns: 40 },
  )
}, 120_000)

async function checkAccounts(checkout: Checkout): Promise<void> {
  const orders = await checkout.orders()
  expect(orders.length).toBeLessThanOrEqual(1)
  type Paid = { id: string; order_id: string; status: string; captured: boolean; amount: number; amount_refunded: number }
  const { payments } = await control<{ payments: Paid[] }>('state')
  const captured = payments.filter((payment) => payment.order_id === checkout.orderId && payment.captured)
  const taken = captured.reduce((sum, payment) => sum + payment.amount - payment.amount_refunded, 0)
  const [order] = orders
  const isKept = order !== undefined && order.orderStatus !== 'Cancelled'
  expect(taken).toBe(isKept ? checkout.amount : 0)
  if (captured.length > 0) expect(orders).toHaveLength(1)
  expect(await checkout.stock()).toBe(stockAtFirst - (isKept ? pieces : 0))
}
