import type { Page } from '@playwright/test'
import { expect, type Shop, test } from './shop.ts'

const card = '4100280000001007'

const frameOf = (page: Page) => page.frameLocator('iframe.razorpay-checkout-frame')

/** The checkout with one piece in the cart of the signed-in shopper. */
async function openCheckout(shop: Shop) {
  const [product] = await shop.products('limit=7')
  if (!product) throw new Error('The demo shop has products.')
  await shop.page.request.post('/api/v1/cart/add', { data: { product: product._id, size: 'M', quantity: 1 } })
  await shop.open('/UserDashboard/cart')
  await shop.page.getByRole('button', { name: 'Checkout' }).click()
  await shop.page.getByRole('button', { name: 'Prepaid' }).click()
  await shop.page.getByRole('button', { name: /^Pay/ }).waitFor()
  return product
}

async function openWindow(shop: Shop) {
  const product = await openCheckout(shop)
  await shop.fillAddress()
  await shop.page.getByRole('button', { name: /^Pay/ }).click()
  await expect(frameOf(shop.page).getByTestId('test-banner')).toBeVisible()
  return product
}

async function pay(page: Page, outcome: 'bank-success' | 'bank-failure') {
  const frame = frameOf(page)
  await frame.getByTestId('method-card').click()
  await frame.getByTestId('card-number').fill(card)
  await frame.getByTestId('card-expiry').fill('12/30')
  await frame.getByTestId('card-cvv').fill('123')
  await frame.getByTestId('card-name').fill('Asha Rao')
  await frame.getByTestId('pay').click()
  await frame.getByTestId(outcome).click()
}

async function leaveWindow(page: Page) {
  await frameOf(page).getByTestId('close').click()
  await frameOf(page).getByTestId('confirm-leave').click()
}

/** Neither the provider's script nor the leave to load it is in this document. */
async function expectNoForeignScript(page: Page) {
  await page.locator('html[data-ready]').waitFor()
  const found = await page.evaluate(async () => {
    const [entry] = performance.getEntriesByType('navigation')
    const mayLoad = await fetch(entry?.name ?? '').then((reply) => reply.headers.get('content-security-policy')?.includes('frame-src'))
    const scripts = [...document.scripts].map(({ src }) => src).filter((src) => src !== '' && new URL(src).origin !== location.origin)
    return { mayLoad, scripts, running: 'Razorpay' in window }
  })
  expect(found).toEqual({ mayLoad: false, scripts: [], running: false })
}

test('incomplete details are told before anything is opened', async ({ shopper: shop, page }) => {
  await openCheckout(shop)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('Incomplete Details')).toBeVisible()
  await expect(page.getByText('Please fill all required fields before proceeding.')).toBeVisible()
})

test('pays, whatever Escape and clicks outside try, and what is cancelled goes back', async ({ shopper: shop, page }) => {
  const product = await openWindow(shop)
  const processing = page.getByRole('heading', { name: 'Processing Payment...' })
  await expect(processing).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(processing).toBeVisible()
  await pay(page, 'bank-success')
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success&payment_id=pay_/i)
  await expect(shop.toast('Payment Successful')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(product.name).first()).toBeVisible()
  expect((await (await page.request.get('/api/v1/cart')).json()).cart).toEqual([])
  await expectNoForeignScript(page)

  const [order] = (await (await page.request.get('/api/v1/order/getorder')).json()).orders
  await shop.open(`/UserDashboard/orders/${order._id}`)
  const refunds = page.getByRole('list', { name: 'Refunds' })
  await expect(refunds).toHaveCount(0)
  let isSent = false
  // When the provider has sent it is not the browser's to say: the answers are the server's, but for their state.
  await page.route('**/order/*/refunds', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { refunds: object[] }
    await route.fulfill({
      response,
      json: { refunds: list.refunds.map((refund) => ({ ...refund, state: isSent ? 'done' : 'on its way' })) },
    })
  })
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(refunds).toContainText(/Refund of ₹[\d,]+.*Processing\./s)
  isSent = true
  await expect(refunds).toContainText('Sent.')
})

test('a decline leaves the window open, and the next try pays', async ({ shopper: shop, page }) => {
  await openWindow(shop)
  await pay(page, 'bank-failure')
  await frameOf(page).getByTestId('retry').click()
  await pay(page, 'bank-success')
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success/i)
  expect((await (await page.request.get('/api/v1/order/getorder')).json()).orders).toHaveLength(1)
})

test('leaving after a decline is a failed payment, with what the bank said', async ({ shopper: shop, page }) => {
  await openWindow(shop)
  await pay(page, 'bank-failure')
  await frameOf(page).getByTestId('error').waitFor()
  await leaveWindow(page)
  await expect(page).toHaveURL(/\/order-summary\?status=failed/)
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expect(page.getByText(/^The bank says: ./)).toBeVisible()
  await expectNoForeignScript(page)
})

test('closing the window is a cancelled payment, the cart is still there, and the next try pays', async ({ shopper: shop, page }) => {
  await openWindow(shop)
  await leaveWindow(page)
  await expect(page).toHaveURL(/\/UserDashboard\/PaymentCancelled\?status=canceled/i)
  await expect(page.getByText('Payment Cancelled').first()).toBeVisible()
  await expectNoForeignScript(page)
  expect((await (await page.request.get('/api/v1/cart')).json()).cart).toHaveLength(1)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await pay(page, 'bank-success')
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success/i)
})

test('a lost answer after the payment is asked for again, and the order is there', async ({ shopper: shop, page }) => {
  await openWindow(shop)
  await page.route('**/order/verify-payment', (route) => route.abort('connectionreset'))
  await pay(page, 'bank-success')
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success&payment_id=pay_/i)
  expect((await (await page.request.get('/api/v1/order/getorder')).json()).orders).toHaveLength(1)
})

test('a window that is closed although the money has moved is a paid order', async ({ shopper: shop, page }) => {
  const opening = page.waitForResponse('**/order/create-order')
  await openWindow(shop)
  const { id } = await (await opening).json()
  const source = await page.locator('iframe.razorpay-checkout-frame').getAttribute('src')
  await page.request.post(new URL('/_simulator/payments', source ?? '').href, { data: { order_id: id } })
  await leaveWindow(page)
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success&payment_id=pay_/i)
})

test('a script that does not load says so', async ({ shopper: shop, page }) => {
  await openCheckout(shop)
  await page.route('**/checkout.js', (route) => route.abort())
  await shop.fillAddress()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText(/Failed to load Razorpay/)).toBeVisible()
})

test('details that cannot be saved are told before anything is opened', async ({ shopper: shop, page }) => {
  await openCheckout(shop)
  await page.route('**/api/v1/cart/', (route) => route.abort())
  await shop.fillAddress()
  await page.getByRole('button', { name: /^Pay/ }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Failed to save address' })
  await expect(dialog).toContainText('Network error')
})

test('whoever leaves the checkout by a link or the back button leaves its document too', async ({ shopper: shop, page }) => {
  await openCheckout(shop)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loom & Lane' }).click()
  await expect(page).toHaveURL(/\/UserDashboard$/i)
  await expectNoForeignScript(page)
  await page.goBack()
  await page.getByRole('button', { name: /^Pay/ }).waitFor()
  await page.goBack()
  await expect(page).toHaveURL(/\/UserDashboard\/cart/i)
  await page.getByRole('button', { name: 'Checkout' }).waitFor()
  await expectNoForeignScript(page)
})
