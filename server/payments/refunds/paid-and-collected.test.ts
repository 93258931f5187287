import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { makeRefundsDue } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { createPhone } from '#testing/guest-checkout.ts'
import { createOffers } from '#testing/offers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createPaymentLinks } from '../../orders/order/order-links.ts'
import { runPaymentMaintenance } from '../settlement/run-payment-maintenance.ts'

const { gateways, control, request, database, trackingKey } = await startPayingApp({ environment: { LIMITS_FACTOR: '1000' } })
const offers = await createOffers({ request, database })
const { cookies } = offers
const codes = [
  await offers.add({ percent: 7 }),
  await offers.add({ kind: 'fixed_price', percent: null, buyItems: 2, setPrice: 599 }),
  await offers.add({ kind: 'buy_x_get_y', percent: null, buyItems: 2, getItems: 1, getPercent: 100 }),
].map(({ code }) => code)
await offers.add({ kind: 'pay_online', code: null, percent: 9 })
const links = createPaymentLinks({ key: trackingKey })

const read = async (id: string) => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
const work = async () => {
  await makeRefundsDue({ database })
  await runPaymentMaintenance({ database, gateways })
}

type Payment = 'cash' | 'full' | 'advance' | 'cash, then online' | 'advance, then online'

const withAdvance: readonly Payment[] = ['advance', 'advance, then online']

interface Placed {
  readonly payment: Payment
  readonly quantities: readonly number[]
  readonly advance: number
  /** undefined without one; one that does not count is left out */
  readonly code: string | undefined
}

/** Places an order of two products and returns its id. Before it is packed, so that everything about it can still change. */
async function place({ payment, quantities, advance, code }: Placed) {
  await sql`delete from delivery_rules`.execute(database)
  if (withAdvance.includes(payment))
    await sql`insert into delivery_rules (prefix, deliver, cod, advance_paise) values ('', true, 'advance', ${toPaise(advance)})`.execute(
      database,
    )
  const tees = await Promise.all(quantities.map((_, index) => createTestProduct({ database, stock: 20, price: 299.5 + 500 * index })))
  const order = buildGuestOrder(tees.map((tee, index) => ({ ...tee, size: 'M', quantity: quantities[index] ?? 1 })))
  const quoted = await request('POST', '/guest/quote', { body: { products: order.products, offerCode: code } })
  const hasCode = code !== undefined && quoted.json().refusal === null
  const body = {
    ...order,
    deliveryAddress: { ...address, phone: createPhone(), email: `${randomUUID()}@example.com` },
    ...(hasCode && { offerCode: code }),
  }
  const placed = payment === 'full' || withAdvance.includes(payment) ? await placeOnline(body, payment) : await placeOnDelivery(body)
  if (payment.endsWith('then online')) await payRest(placed)
  return placed
}

const placeOnDelivery = async (body: object): Promise<string> => (await request('POST', '/guest/cashondelivery', { body })).json().order._id

async function placeOnline(body: object, payment: Payment): Promise<string> {
  const share = payment === 'full' ? 'full' : 'advance'
  const { id, token } = (await request('POST', '/guest/create-order', { body: { ...body, payment: share } })).json()
  const { browser } = await control<{ browser: { response: object } }>('payments', { order_id: id })
  const verified = await request('POST', '/guest/verify-payment', { body: { ...browser.response, token } })
  return verified.json().order._id
}

async function payRest(placed: string): Promise<void> {
  const [, token] = links.create(placed).split('/o/')
  const { id } = (await request('POST', '/order/confirmation/pay', { body: { token } })).json()
  await control('payments', { order_id: id })
  expect((await request('POST', '/order/confirmation/payment', { body: { token } })).json().status).toBe('paid')
}

const step = fc.oneof(
  fc.record({ remove: fc.nat(5), quantity: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ goodwill: fc.integer({ min: 1, max: 300 }), part: fc.constantFrom('online' as const, 'cash' as const) }),
)
const story = fc.record({
  payment: fc.constantFrom<Payment>('cash', 'full', 'advance', 'cash, then online', 'advance, then online'),
  quantities: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
  advance: fc.integer({ min: 1, max: 199 }),
  code: fc.option(fc.constantFrom(...codes), { nil: undefined }),
  steps: fc.array(step, { maxLength: 5 }),
  isDelivered: fc.boolean(),
})

/** The amounts of an order in paise. `kept`: what the shop has, and what the courier collects. */
async function readAmounts(id: string) {
  const order = await read(id)
  const [paid, refunded, toPay] = [toPaise(order.amountPaid), toPaise(order.amountRefunded ?? 0), toPaise(order.toPay ?? order.totalPrice)]
  const collect = order.orderStatus === 'Delivered' ? 0 : toPaise(order.cashOndelivery)
  return { order, paid, refunded, collect, toPay, kept: paid - refunded + collect }
}

test('what is paid and what is collected are together what is to be paid, for every mix of payment, advance, removal and refund', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ steps, isDelivered, ...placed }) => {
      const id = await place(placed)
      let goodwill = 0
      const check = async () => {
        const { paid, refunded, collect, toPay, kept, order } = await readAmounts(id)
        expect(refunded).toBeLessThanOrEqual(paid)
        expect(collect).toBeGreaterThanOrEqual(0)
        // What was refunded for another reason may also be a part of the price of items that are removed later.
        expect(kept).toBeLessThanOrEqual(toPay)
        expect(kept).toBeGreaterThanOrEqual(toPay - goodwill)
        expect(order.paymentStatus === 'Pending').toBe(order.kind !== 'card' && order.orderStatus !== 'Delivered')
      }
      await check()
      for (const each of steps) {
        const { order } = await readAmounts(id)
        if ('goodwill' in each) {
          const { payment, cash } = (await request('GET', `/order/admin/${id}/payment`, { cookies })).json()
          const part = each.part === 'cash' ? (cash ?? payment) : payment
          const body = { amount: each.goodwill, part: each.part, refunded: part?.refunded ?? 0, reason: 'Test' }
          const reply = await request('POST', `/order/admin/${id}/refund`, { cookies, body })
          if (reply.statusCode === 200) goodwill += toPaise(each.goodwill)
          else expect(reply.json().code).toMatch(/^refund_/)
        } else {
          const line = order.products[each.remove % order.products.length]?.line
          const body = { line, quantity: each.quantity, version: order.version }
          const reply = await request('POST', `/order/admin/${id}/remove`, { cookies, body })
          if (reply.statusCode !== 200) expect(reply.json().code).toMatch(/^(not_found|last_item)$/)
        }
        await work()
        await check()
      }
      if (!isDelivered) return
      const before = await readAmounts(id)
      for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
        await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
      const after = await readAmounts(id)
      const isRefunded = before.order.kind === 'card' && before.refunded >= before.paid
      expect([after.order.orderStatus === 'Delivered', after.kept]).toEqual([!isRefunded, before.kept])
      await check()
    }),
    fuzzRuns(),
  )
})
