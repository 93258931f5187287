import { createHmac, randomUUID } from 'node:crypto'
import { createSimulator } from '@loom-and-lane/razorpay-simulator'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import { createRazorpay } from '#server/adapters/razorpay/razorpay.ts'
import type { Gateway } from '#server/payments/provider/gateway.ts'
import { toGateways } from '#server/payments/provider/gateways.ts'
import { address, createTestProduct } from './factories.ts'
import { signInShopper } from './shoppers.ts'
import type { TestApp } from './test-app.ts'

const keyId = 'rzp_test_OfTheTests00001'
const keySecret = 'a-secret-of-the-tests'
const webhookSecret = 'a-webhook-secret-of-the-tests'

export interface SignedFields {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

/** A Razorpay simulator and the shop's client of it. The caller closes it. */
export async function createProvider() {
  const simulator = createSimulator({ key: { keyId, keySecret }, settings: { refundProcessing: 'processed' } })
  const url = await simulator.listen()
  const gateway: Gateway = createRazorpay({ keyId, keySecret, webhookSecret, apiUrl: url, scriptUrl: `${url}/v1/checkout.js` })
  const control = async <Reply = Record<string, unknown>>(path: string, body?: object): Promise<Reply> => {
    const answer = await fetch(`${url}/_simulator/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Reply
  }
  return { url, gateway, gateways: toGateways([gateway]), webhookSecret, keySecret, control, close: () => simulator.close() }
}

export type Provider = Awaited<ReturnType<typeof createProvider>>

/** A Razorpay simulator and the shop's client of it, closed after the file's tests. Call it at the top of a test file. */
export async function startProvider(): Promise<Provider> {
  const provider = await createProvider()
  afterAll(() => provider.close())
  return provider
}

/** A shopper with an open card checkout. */
export async function startCheckout({
  request,
  database,
  provider,
  stock = 10,
  quantity = 2,
  price = 799,
  share,
  code,
}: Pick<TestApp, 'request' | 'database'> & {
  provider: Provider
  stock?: number
  quantity?: number
  price?: number
  /** what is paid online; all of it by default */
  share?: 'full' | 'advance'
  /** the code of an offer */
  code?: string
}) {
  const shopper = await signInShopper({ request })
  const { cookies } = shopper
  const tee = await createTestProduct({ database, stock, price })
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity } })
  await request('POST', '/cart/', { cookies, body: address })
  if (code) await request('POST', '/cart/offer', { cookies, body: { code } })
  const open = (): Promise<LightMyRequestResponse> =>
    request('POST', '/order/create-order', { cookies, body: { amount: price * quantity, ...(share && { payment: share }) } })
  const { id, amount } = (await open()).json<{ id: string; amount: number }>()
  return {
    ...shopper,
    tee,
    orderId: id,
    amount,
    open,
    /** pays as a browser does, and returns what the browser receives */
    pay: async (more: object = {}) =>
      await provider.control<{ payment: { id: string }; browser: { response?: SignedFields } }>('payments', { order_id: id, ...more }),
    verify: (fields: SignedFields | undefined, as = cookies): Promise<LightMyRequestResponse> =>
      request('POST', '/order/verify-payment', { cookies: as, body: fields ?? {} }),
    status: (as = cookies): Promise<LightMyRequestResponse> => request('GET', `/order/payment/${id}`, { cookies: as }),
    orders: async () => (await request('GET', '/order/getorder', { cookies })).json().orders,
    cart: async () => (await request('GET', '/cart', { cookies })).json().cart,
    stock: async () => (await database.selectFrom('products').select('stock').where('id', '=', tee.id).executeTakeFirstOrThrow()).stock,
    payment: () => database.selectFrom('payments').selectAll().where('provider_order_id', '=', id).executeTakeFirstOrThrow(),
  }
}

/** A webhook call about this order, as the provider sends it. */
export function sendWebhook({
  request,
  orderId,
  paymentId,
  disputeId,
  event = 'payment.captured',
  eventId = randomUUID(),
  secret = webhookSecret,
}: Pick<TestApp, 'request'> & {
  orderId: string
  paymentId?: string
  disputeId?: string
  event?: string
  eventId?: string
  secret?: string
}): Promise<LightMyRequestResponse> {
  const payment = { entity: { id: paymentId, order_id: orderId } }
  const dispute = disputeId && { entity: { id: disputeId } }
  const body = JSON.stringify({ entity: 'event', event, payload: { payment, dispute } })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }
  return request('POST', '/payments/razorpay/webhook', { body, headers })
}

const longAgo = new Date(0)

/** Ends the hold of this payment and makes the payment due for a check, as if the time had passed. */
export async function expireHold({ database, orderId }: Pick<TestApp, 'database'> & { orderId: string }): Promise<void> {
  await database
    .updateTable('payments')
    .set({ hold_ends_at: longAgo, next_check_at: longAgo })
    .where('provider_order_id', '=', orderId)
    .execute()
}

/** Makes this payment due for a check. Its hold goes on. */
export async function makeCheckDue({ database, orderId }: Pick<TestApp, 'database'> & { orderId: string }): Promise<void> {
  await database.updateTable('payments').set({ next_check_at: longAgo }).where('provider_order_id', '=', orderId).execute()
}

/** Makes all open refunds due. */
export async function makeRefundsDue({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await database.updateTable('refunds').set({ next_attempt_at: longAgo }).where('status', 'in', ['requested', 'pending']).execute()
}

/** Makes all webhook events that are not processed due. */
export async function makeEventsDue({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await database.updateTable('payment_events').set({ next_attempt_at: longAgo }).where('processed_at', 'is', null).execute()
}
