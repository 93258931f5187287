import { expect, type Page } from '@playwright/test'
import { address } from '#testing/factories.ts'
import { Shop } from './shop.ts'

/** Pays in the window of the provider, until the orders are shown. */
export async function finishPayment(page: Page): Promise<void> {
  await payInWindow(page)
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success/i)
}

/** Pays in the provider's window, on any page. */
export async function payInWindow(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe.razorpay-checkout-frame')
  await frame.getByTestId('method-card').click()
  await frame.getByTestId('card-number').fill('4100280000001007')
  await frame.getByTestId('card-expiry').fill('12/30')
  await frame.getByTestId('card-cvv').fill('123')
  await frame.getByTestId('card-name').fill('Asha Rao')
  await frame.getByTestId('pay').click()
  await frame.getByTestId('bank-success').click()
}

/** A signed-in shopper pays one item through the API and the control API of the simulator, whose URL is in the CSP. Returns the order's id. */
export async function payThroughApi({ page }: Shop): Promise<string> {
  const { request } = page
  const [product] = await new Shop(page).products('limit=7')
  await request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'M', quantity: 1 } })
  await request.post('/api/v1/cart/', { data: address })
  const opened = await (await request.post('/api/v1/order/create-order', { data: { amount: product?.price } })).json()
  const policy = (await request.get('/UserDashboard/order')).headers()['content-security-policy']
  const simulator = /frame-src 'self' (http:\/\/[^\s;]+)/.exec(policy ?? '')?.[1]
  const { browser } = await (await request.post(`${simulator}/_simulator/payments`, { data: { order_id: opened.id } })).json()
  const { order } = await (await request.post('/api/v1/order/verify-payment', { data: browser.response })).json()
  return order._id
}
