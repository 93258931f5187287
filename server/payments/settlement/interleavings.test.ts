import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expireHold, makeRefundsDue, type SignedFields, sendWebhook, startCheckout } from '#testing/card-checkout.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { createOffers } from '#testing/offers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { releaseExpiredHolds } from '../checkout/holds.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const { provider, gateways, control, request, database } = await startPayingApp()
const offers = await createOffers({ request, database })
await sql`insert into delivery_rules (prefix, deliver, cod, advance_paise) values ('', true, 'advance', 10000)`.execute(database)

type Payer = 'shopper' | 'guest'
type Share = 'full' | 'advance'

const initialStock = 10
const quantity = 2

interface Order {
  readonly id: string
  readonly status: string
}

/** An open checkout of a shopper or a guest, of the whole amount or of an advance, with a code for one use or without one. */
async function start({ payer, share, hasCode }: { payer: Payer; share: Share; hasCode: boolean }) {
  const cancelAsAdministrator = (id: string) =>
    request('POST', `/order/admin/${id}/move`, { cookies: offers.cookies, body: { to: 'Cancelled' } })
  const offer = hasCode ? await offers.add({ limitTotal: 1 }) : undefined
  const used = async () => (offer ? offers.used(offer._id) : undefined)
  const common = { request, database, provider, stock: initialStock, quantity }
  if (payer === 'guest') {
    const guest = await startGuestCheckout({ ...common, payment: share, ...(offer && { more: { offerCode: offer.code } }) })
    const { amount } = guest.opened.json<{ amount: number }>()
    return {
      ...guest,
      used,
      amount,
      status: () => guest.outcome(),
      orders: (): Promise<Order[]> => guest.orders(),
      cancel: cancelAsAdministrator,
    }
  }
  const shopper = await startCheckout({ ...common, share, ...(offer && { code: offer.code }) })
  const { cookies } = shopper
  const orders = async (): Promise<Order[]> => {
    const reply = await request('GET', '/order/mine', { cookies })
    return reply.json().orders.map(({ _id, orderStatus }: { _id: string; orderStatus: string }) => ({ id: _id, status: orderStatus }))
  }
  return {
    ...shopper,
    used,
    status: () => shopper.status(),
    orders,
    cancel: (id: string) => request('POST', `/order/${id}/cancel`, { cookies }),
  }
}

type Checkout = Awaited<ReturnType<typeof start>>

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
    if (order) await checkout.cancel(order.id)
  },
} as const

type Step = keyof typeof steps

test('any sequence of steps makes at most one order that uses its code once, and all other money is refunded', async () => {
  const history = fc.array(
    fc.oneof(
      fc.constantFrom(...(Object.keys(steps) as Step[])).map((step) => [step]),
      // Two steps at the same time.
      fc.tuple(fc.constantFrom<Step>('verify', 'webhook', 'work', 'poll'), fc.constantFrom<Step>('verify', 'webhook', 'work', 'cancel')),
    ),
    { minLength: 2, maxLength: 9 },
  )
  const payer = fc.constantFrom<Payer>('shopper', 'guest')
  const share = fc.constantFrom<Share>('full', 'advance')
  const hasCode = fc.boolean()
  await fc.assert(
    fc.asyncProperty(history, fc.record({ payer, share, hasCode }), async (sequence, kind) => {
      const checkout = await start(kind)
      const browser: Browser = {}
      for (const parallel of sequence) await Promise.all(parallel.map((step) => steps[step](checkout, browser)))
      await fetch(`${provider.url}/_simulator/faults`, { method: 'DELETE' })
      for (let round = 0; round < 3; round += 1) {
        await makeDue(checkout)
        await work()
      }
      await expectBalance(checkout)
    }),
    fuzzRuns({ runs: 16 }),
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
  const isLive = order !== undefined && order.status !== 'Cancelled'
  expect(received).toBe(isLive ? checkout.amount : 0)
  if (captured.length > 0) expect(orders).toHaveLength(1)
  const used = await checkout.used()
  if (used !== undefined) expect(used).toBe(isLive ? 1 : 0)
  expect(await checkout.stock()).toBe(initialStock - (isLive ? quantity : 0))
}
