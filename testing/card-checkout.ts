import type { LightMyRequestResponse } from 'fastify'
import { createRazorpay } from '#server/adapters/razorpay/razorpay.ts'
import { type Gateway, GatewayError } from '#server/payments/gateway.ts'
import { createSimulator } from '../simulators/razorpay/server.ts'
import { address, createTestProduct } from './factories.ts'
import { signInShopper } from './shoppers.ts'
import type { TestApp } from './test-app.ts'

const keyId = 'rzp_test_OfTheTests00001'
const keySecret = 'a secret of the tests'
const webhookSecret = 'a webhook secret of the tests'

export interface SignedFields {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

/** A simulator of Razorpay of a test file's own, and the shop's client of it. */
export async function startProvider() {
  const simulator = createSimulator({ keys: [{ keyId, keySecret }] })
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
  return { url, gateway, webhookSecret, keySecret, control, close: () => simulator.close() }
}

export type Provider = Awaited<ReturnType<typeof startProvider>>

/** A shopper whose cart is frozen for a card payment. */
export async function startCheckout({
  request,
  database,
  provider,
  stock = 10,
  pieces = 2,
  price = 799,
}: Pick<TestApp, 'request' | 'database'> & { provider: Provider; stock?: number; pieces?: number; price?: number }) {
  const shopper = await signInShopper({ request })
  const { cookies } = shopper
  const tee = await createTestProduct({ database, stock, price })
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: pieces } })
  await request('POST', '/cart/', { cookies, body: address })
  const open = (): Promise<LightMyRequestResponse> => request('POST', '/order/create-order', { cookies, body: { amount: price * pieces } })
  const { id, amount } = (await open()).json<{ id: string; amount: number }>()
  return {
    ...shopper,
    tee,
    orderId: id,
    amount,
    open,
    /** pays as a browser would, and returns what it is told */
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

/** The gateway of a server whose own work waits before it touches a refund: each test says when refunds are worked on. Call `end` before the server's. */
export function blockRefunds(gateway: Gateway): { held: Gateway; end: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  return {
    held: { ...gateway, refund: () => promise, fetchRefund: () => promise },
    end: () => reject(new GatewayError({ kind: 'unknown', message: 'the tests have ended' })),
  }
}
