import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { expireHold, makeRefundsDue, type SignedFields, sendWebhook, startCheckout, startProvider } from '#testing/card-checkout.ts'
import { createTestApp } from '#testing/test-app.ts'
import { releaseExpiredHolds } from '../checkout/holds.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateways, control } = provider
const { request, database } = await createTestApp({ gateways })

type Checkout = Awaited<ReturnType<typeof startCheckout>>

const initialStock = 10
const quantity = 2

/** All payment jobs at the same time. */
async function work(): Promise<void> {
  await Promise.all([releaseExpiredHolds({ database }), runPaymentMaintenance({ database, gateways })])
}

/** Makes everything due, as if the time had passed. */
async function makeDue({ orderId }: Checkout): Promise<void> {
  await expireHold({ database, orderId })
  await makeRefundsDue({ database })
}

interface Browser {
  response?: SignedFields | undefined
}

/** What can happen to a checkout. The browser reports the last paid attempt. */
const steps = {
  pay: async (checkout: Checkout, browser: Browser) => {
    const paid = await checkout.pay().catch(() => undefined)
    browser.response = paid?.browser.response ?? browser.response
  },
  decline: (checkout: Checkout) => checkout.pay({ decision: 'failure' }).catch(() => undefined),
  verify: (checkout: Checkout, browser: Browser) => browser.response && checkout.verify(browser.response),
  webhook: async ({ orderId }: Checkout) => {
    await sendWebhook({ request, orderId })
    await runPaymentMaintenance({ database, gateways })
  },
  work,
  timePasses: async (checkout: Checkout) => {
    await makeDue(checkout)
    await work()
  },
  outage: () => control('faults', { kind: 'drop', path: '/payments', method: 'GET' }),
  poll: (checkout: Checkout) => checkout.status(),
  cancel: async (checkout: Checkout) => {
    const [order] = await checkout.orders()
    if (order) await request('POST', `/order/${order._id}/cancel`, { cookies: checkout.cookies })
  },
} as const

type Step = keyof typeof steps

test('any sequence of steps makes at most one order, and all other money is refunded', async () => {
  const history = fc.array(
    fc.oneof(
      fc.constantFrom(...(Object.keys(steps) as Step[])).map((step) => [step]),
      // Two steps at the same time.
      fc.tuple(fc.constantFrom<Step>('verify', 'webhook', 'work', 'poll'), fc.constantFrom<Step>('verify', 'webhook', 'work', 'cancel')),
    ),
    { minLength: 2, maxLength: 9 },
  )
  await fc.assert(
    fc.asyncProperty(history, async (sequence) => {
      const checkout = await startCheckout({ request, database, provider, stock: initialStock, quantity })
      const browser: Browser = {}
      for (const parallel of sequence) await Promise.all(parallel.map((step) => steps[step](checkout, browser)))
      await fetch(`${provider.url}/_simulator/faults`, { method: 'DELETE' })
      for (let round = 0; round < 3; round += 1) {
        await makeDue(checkout)
        await work()
      }
      await expectBalance(checkout)
    }),
    { numRuns: 40 },
  )
})

async function expectBalance(checkout: Checkout): Promise<void> {
  const orders = await checkout.orders()
  expect(orders.length).toBeLessThanOrEqual(1)
  type Paid = { id: string; order_id: string; status: string; captured: boolean; amount: number; amount_refunded: number }
  const { payments } = await control<{ payments: Paid[] }>('state')
  const captured = payments.filter((payment) => payment.order_id === checkout.orderId && payment.captured)
  const received = captured.reduce((sum, payment) => sum + payment.amount - payment.amount_refunded, 0)
  const [order] = orders
  const isLive = order !== undefined && order.orderStatus !== 'Cancelled'
  expect(received).toBe(isLive ? checkout.amount : 0)
  if (captured.length > 0) expect(orders).toHaveLength(1)
  expect(await checkout.stock()).toBe(initialStock - (isLive ? quantity : 0))
}
