import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { payInWindow } from './pay-by-card.ts'
import { expect, phoneScreen, type Shop, test } from './shop.ts'

test.use(phoneScreen)

const payName = 'Pay online: UPI, card, net banking'
const frameOf = (page: Page) => page.frameLocator('iframe.razorpay-checkout-frame')

/** Fills a cart and the form, with a phone number of its own, because open payments are limited by phone. */
async function fillForm(shop: Shop) {
  const product = await shop.startOrder()
  const phone = `9${randomInt(100_000_000, 999_999_999)}`
  await shop.fillAddress({ Phone: phone })
  return { product, phone }
}

async function openWindow(shop: Shop) {
  const filled = await fillForm(shop)
  await shop.page.getByRole('button', { name: payName }).click()
  await expect(frameOf(shop.page).getByTestId('test-banner')).toBeVisible()
  return filled
}

async function leave(provider: Pick<Page, 'getByTestId'>) {
  await provider.getByTestId('close').click()
  await provider.getByTestId('confirm-leave').click()
}

async function payByUpi(page: Page, answer = 'upi-approve') {
  const frame = frameOf(page)
  await frame.getByTestId('method-upi').click()
  await frame.getByTestId('pay').click()
  await frame.getByTestId(answer).click()
}

const readCart = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]') as object[])

test('a guest pays by UPI: only the confirmed answer empties the cart, once', async ({ shop, page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('checkout.js')) scripts.push(request.url())
  })
  const { product } = await fillForm(shop)
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  expect(scripts).toEqual([])
  await page.getByRole('button', { name: payName }).click()
  await expect(page.getByRole('heading', { name: 'Processing Payment...' })).toBeVisible()
  expect(await readCart(page)).toHaveLength(1)
  await payByUpi(page)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(page).toHaveURL(/\/payment-result\?token=[\w-]{43}$/)
  await expect(page.getByText(product.name).first()).toBeVisible()
  await expectAccessible({ page, name: 'the result of a payment' })
  expect(await readCart(page)).toEqual([])
  expect(await page.evaluate(() => 'Razorpay' in window)).toBe(false)

  const result = page.url()
  await shop.open('/buy')
  await expect(page.getByRole('region', { name: /^Order/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show details' }).click()
  await expect(page.getByText('Total, paid online')).toBeVisible()
  await shop.add({ name: product.name, size: 'L' })
  await expect.poll(() => readCart(page)).toHaveLength(1)
  await shop.open(new URL(result).pathname + new URL(result).search)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(await readCart(page)).toHaveLength(1)
})

test('a declined payment is described on the form, and a card pays after a second decline', { tag: '@nightly' }, async ({ shop, page }) => {
  await openWindow(shop)
  await payByUpi(page, 'upi-decline')
  await frameOf(page).getByTestId('error').waitFor()
  await leave(frameOf(page))
  await expect(page.getByText(/^Payment Failed\. The bank says: .* You can try UPI or another card\.$/)).toBeVisible()
  const pay = page.getByRole('button', { name: payName })
  await expect(pay).toBeFocused()
  await pay.click()
  await payByUpi(page, 'upi-decline')
  await frameOf(page).getByTestId('retry').click()
  await payInWindow(page)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
})

test('a guest whose tab is closed before the answer has the order, which the webhook makes', async ({ shop, page, context }) => {
  const { phone } = await openWindow(shop)
  const isAnswered: Promise<void>[] = []
  for (const path of ['verify-payment', 'payment'])
    isAnswered.push(new Promise((resolve) => void page.route(`**/api/v1/guest/${path}`, (route) => route.abort().then(resolve))))
  await payByUpi(page)
  await Promise.race(isAnswered)
  await page.close()
  await context.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  const find = async () => (await (await context.request.get(`/api/v1/cod/adminOrder?q=${phone}`)).json()).orders
  await expect.poll(find).toMatchObject([{ paymentStatus: 'Paid', kind: 'card' }])
})

test('a guest who closes the window keeps cart and form, and orders on delivery', async ({ shop, page }) => {
  const { phone } = await openWindow(shop)
  await leave(frameOf(page))
  await expect(page.getByText('Payment Cancelled. You canceled the payment process.')).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
  expect(await readCart(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/buy$/)
  await expect(page.getByRole('region', { name: /^Order/ })).toBeVisible()
  expect(await readCart(page)).toEqual([])
})

test.describe('in the browser of Instagram, which opens no frames', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 Instagram 350.0.0.0' })

  const openPage = async (shop: Shop) => {
    await fillForm(shop)
    await shop.page.getByRole('button', { name: payName }).click()
    await expect(shop.page.getByTestId('test-banner')).toBeVisible()
    await expect(shop.page).toHaveURL(/\/v1\/checkout\/public\?callback_url=/)
  }

  test('a shopper pays on a page of the provider and comes back to the orders', async ({ shopper: shop, page }) => {
    const [product] = await shop.products('limit=7')
    await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'M', quantity: 1 } })
    await shop.open('/UserDashboard/order')
    await shop.fillAddress()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByTestId('method-upi').click()
    await page.getByTestId('pay').click()
    await page.getByTestId('upi-approve').click()
    await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success&payment_id=pay_/)
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    await expect(page.getByText(product?.name ?? '', { exact: false }).first()).toBeVisible()
  })

  test('a guest who leaves the page of the provider keeps the cart, and pays there afterwards', async ({ shop, page }) => {
    await openPage(shop)
    await leave(page)
    await expect(page.getByRole('heading', { name: 'Not paid yet' })).toBeVisible()
    await expect(page).toHaveURL(/\/payment-result$/)
    expect(await readCart(page)).toHaveLength(1)
    await page.getByRole('link', { name: 'I have not paid: back to cart' }).click()
    await expect(page).toHaveURL(/\/homecart$/)
    await openPage(shop)
    await page.getByTestId('method-upi').click()
    await page.getByTestId('pay').click()
    await page.getByTestId('upi-approve').click()
    await expect(page).toHaveURL(/\/payment-result\?token=[\w-]{43}&status=paid$/)
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    await expect.poll(() => readCart(page)).toEqual([])
  })
})
