import type { APIRequestContext } from '@playwright/test'
import { address } from '#testing/factories.ts'

/** A new shopper buys one item by card through the API and the control API of the simulator, whose URL is in the CSP. Returns the order number. */
export async function placePaidOrder({ request, product }: { request: APIRequestContext; product: string }): Promise<string> {
  const post = async (path: string, data: object) => (await request.post(path, { data })).json()
  await post('/api/v1/users/login', { name: `shopper ${crypto.randomUUID().slice(0, 8)}`, pin: '1234' })
  await post('/api/v1/cart/add', { product, size: 'M', quantity: 1 })
  await post('/api/v1/cart/', address)
  const [line] = (await (await request.get('/api/v1/cart')).json()).cart
  const { id } = await post('/api/v1/order/create-order', { amount: line.product.price })
  const policy = (await request.get('/UserDashboard/order')).headers()['content-security-policy']
  const simulator = /frame-src 'self' (http:\/\/[^\s;]+)/.exec(policy ?? '')?.[1]
  const { browser } = await post(`${simulator}/_simulator/payments`, { order_id: id })
  const { order } = await post('/api/v1/order/verify-payment', browser.response)
  return order.number
}
