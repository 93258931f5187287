import type { Page } from '@playwright/test'
import { expect, phoneScreen, type Shop, test } from './shop.ts'

test.use(phoneScreen)

const card = '4100280000001007'

const frameOf = (page: Page) => page.frameLocator('iframe.razorpay-checkout-frame')

/** Opens the checkout with one item in the cart. */
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

/** This document neither contains the provider's script nor allows it in its CSP. */
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

test('a card payment ignores Escape and outside clicks, and a cancelled order is refunded', { tag: '@nightly' }, async ({
  shopper: shop,
  page,
}) => {
  const product = await openWindow(shop)
  const processing = page.getByRole('heading', { name: 'Processing Payment...' })
  await expect(processing).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(processing).toBeVisible()
  await pay(page, 'bank-success')
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success&payment_id=pay_/i)
  await shop.expectToast('Payment Successful')
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
  // The refund is processed later, so the test changes its status in the server's replies.
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

test('a declined payment and a cancelled one keep the cart, and a retry in the open window gives one order', async ({
  shopper: shop,
  page,
}) => {
  await openWindow(shop)
  await pay(page, 'bank-failure')
  await frameOf(page).getByTestId('error').waitFor()
  await leaveWindow(page)
  await expect(page).toHaveURL(/\/order-summary\?status=failed/)
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expect(page.getByText(/^The bank says: ./)).toBeVisible()
  await expectNoForeignScript(page)

  await shop.open('/UserDashboard/order')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await frameOf(page).getByTestId('test-banner').waitFor()
  await leaveWindow(page)
  await expect(page).toHaveURL(/\/UserDashboard\/PaymentCancelled\?status=canceled/i)
  await expect(page.getByText('Payment Cancelled').first()).toBeVisible()
  await expectNoForeignScript(page)
  expect((await (await page.request.get('/api/v1/cart')).json()).cart).toHaveLength(1)

  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await pay(page, 'bank-failure')
  await frameOf(page).getByTestId('retry').click()
  await pay(page, 'bank-success')
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success/i)
  expect((await (await page.request.get('/api/v1/order/getorder')).json()).orders).toHaveLength(1)
})

test('a captured payment gives an order although the window was closed', async ({ shopper: shop, page }) => {
  const opening = page.waitForResponse('**/order/create-order')
  await openWindow(shop)
  const { id } = await (await opening).json()
  const source = await page.locator('iframe.razorpay-checkout-frame').getAttribute('src')
  await page.request.post(new URL('/_simulator/payments', source ?? '').href, { data: { order_id: id } })
  await leaveWindow(page)
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success&payment_id=pay_/i)
})

test('links and the back button leave the checkout document', async ({ shopper: shop, page }) => {
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
