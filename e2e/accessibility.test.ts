import { formatRupees } from '#contract/money.ts'
import { expectAccessible } from './expect-accessible.ts'
import { address, expect, type Shop, test } from './shop.ts'

// Each test checks many screens in two colour schemes.
test.describe.configure({ timeout: 900_000 })

const unknownId = '00000000-0000-7000-8000-000000000000'

/** Policy pages of a signed-in area: policies.test.ts checks the contents of all of them, so one with a form and one with text suffice. */
const policyPaths = ['returnPolicy', 'contact', 'order-tracking', 'ticket']

/** Opens each path, waits for `heading` or a first-level heading, and checks the page. */
async function visit({ shop, paths }: { shop: Shop; paths: readonly string[] }): Promise<void> {
  for (const path of paths) {
    await shop.open(path)
    await shop.page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible({ page: shop.page, name: path })
  }
}

/** Places an order for the signed-in shopper and fills the cart again. */
async function orderAndFillCart(shop: Shop): Promise<{ order: string; product: string }> {
  const [product, secondProduct] = await shop.products('limit=7')
  if (!product || !secondProduct) throw new Error('The demo shop has products.')
  const { request } = shop.page
  await request.post('/api/v1/cart/add', { data: { product: product._id, size: 'M', quantity: 1 } })
  const reply = await request.post('/api/v1/cod/cashondelivery', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: {
      firstName: address['First name'],
      lastName: address['Last name'],
      address: address.Address,
      city: address.City,
      state: address.State,
      pinCode: address['PIN code'],
      phone: address.Phone,
      email: address.Email,
    },
  })
  await request.post('/api/v1/cart/add', { data: { product: secondProduct._id, size: 'L', quantity: 1 } })
  return { order: (await reply.json()).order._id, product: secondProduct._id }
}

test('guest pages are accessible', async ({ shop, page }) => {
  await visit({
    shop,
    paths: [
      '/buy',
      '/buy?q=zzzzqqq',
      '/collections',
      '/homecart',
      '/orderNow',
      '/nowhere',
      '/login',
      '/order-summary?status=failed',
      '/forgot-pin',
      '/reset-pin',
      '/verify-email',
      '/complete-address',
      '/confirm-order',
      '/add-order',
      '/pay-order',
      '/return-items',
      '/refund-details',
      '/back-in-stock',
      '/ticket',
    ],
  })
  await shop.open('/buy')
  await page.getByText('Sort and filter').click()
  await expectAccessible({ page, name: 'the open filters' })
})

test('guest cart and order pages are accessible', async ({ shop, page }) => {
  const product = await shop.startCart()
  await expectAccessible({ page, name: 'the filled cart' })
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByLabel('First name', { exact: true })).toBeFocused()
  await expectAccessible({ page, name: 'the form with its errors' })
  await shop.open(`/product/${product._id}`)
  await expectAccessible({ page, name: 'a product' })
  await page.getByRole('button', { name: 'Size guide' }).click()
  await page.getByRole('dialog', { name: 'Size guide' }).waitFor()
  await expectAccessible({ page, name: 'the size guide' })
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible({ page, name: 'the enlarged picture' })
})

test('shopper listing pages are accessible', async ({ shopper: shop, page }) => {
  const { product } = await orderAndFillCart(shop)
  const area = '/UserDashboard'
  await visit({
    shop,
    paths: [area, `${area}/product`, `${area}/productPage/${product}`, `${area}/productPage/${unknownId}`, `${area}/nowhere`],
  })
  await shop.open(area)
  await page.getByRole('button', { name: /notification/i }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible({ page, name: 'the notifications' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await expectAccessible({ page, name: 'the account menu' })
})

test('shopper checkout pages are accessible', async ({ shopper: shop, page }) => {
  const { order } = await orderAndFillCart(shop)
  const area = '/UserDashboard'
  await visit({
    shop,
    paths: [`${area}/cart`, `${area}/order`, `${area}/cod`, `${area}/codOrders`, `${area}/myOrders`, `${area}/allOrders`, `${area}/saved`],
  })
  await visit({ shop, paths: [`${area}/paymentCancelled?status=canceled`, `${area}/paymentFailure?status=failed`] })
  await shop.open(`${area}/cart`)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('dialog', { name: 'Select Payment Method' }).waitFor()
  await expectAccessible({ page, name: 'the choice of the payment' })
  await visit({ shop, paths: [`${area}/orders/${order}/return`, `${area}/orders/${order}`] })
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog', { name: 'Cancel this order?' }).waitFor()
  await expectAccessible({ page, name: 'the cancel dialog' })
})

test('admin pages are accessible', async ({ shop, page }) => {
  await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  const area = '/AdminDashboardWrapper'
  await visit({
    shop,
    paths: [
      area,
      `${area}/userData`,
      `${area}/notifications`,
      `${area}/documents`,
      `${area}/tickets`,
      `${area}/ListProduct`,
      `${area}/payment`,
      `${area}/offers`,
      `${area}/settings/tax`,
      `${area}/settings/tax-rates`,
      `${area}/AdminAnalysis`,
      `${area}/OrderDetail`,
      `${area}/returns`,
      `${area}/refunds-to-pay`,
      `${area}/after-restore`,
      `${area}/nowhere`,
    ],
  })
  await page.getByRole('button', { name: /notification/i }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Low stock' }).waitFor()
  await expectAccessible({ page, name: "the administrator's notifications" })
  const [product] = await shop.products('limit=7')
  await shop.open(`${area}/payment?open=${product?._id}`)
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor()
  await expectAccessible({ page, name: "a product's drawer" })
})

test('the admin order drawer is accessible', async ({ shop, page, browser }) => {
  const shopper = await browser.newPage({ baseURL: process.env.SHOP_URL })
  await shopper.request.post('/api/v1/users/login', { data: { name: `buyer ${crypto.randomUUID().slice(0, 8)}`, pin: '1234' } })
  const { order } = await orderAndFillCart(Object.assign(Object.create(shop), { page: shopper }))
  await shopper.close()
  await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  await shop.open(`/AdminDashboardWrapper/OrderDetail?open=${order}`)
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor()
  await expectAccessible({ page, name: "an order's drawer" })
})

test("policy pages in the shopper's area are accessible", async ({ shopper: shop }) => {
  await visit({ shop, paths: policyPaths.map((path) => `/UserDashboard/${path}`) })
})

test('policy pages in the admin area are accessible', async ({ shop, page }) => {
  await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  await visit({ shop, paths: policyPaths.map((path) => `/AdminDashboardWrapper/${path}`) })
})

test('changes are announced to screen readers', async ({ shop, page }) => {
  const product = await shop.startCart()
  await expect(page.getByRole('link', { name: 'Cart 1 item' })).toBeVisible()
  await page.getByRole('button', { name: `Increase quantity of ${product.name}, size M` }).click()
  const total = page.getByRole('region', { name: 'Summary' }).locator('[aria-live=polite]')
  await expect(total).toHaveText(formatRupees(product.price * 2))
  await shop.open('/buy')
  await shop.add({ name: product.name, size: 'L' })
  await expect(page.getByRole('status').filter({ hasText: 'Added to your cart' })).toBeVisible()
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Added to your cart' })).toHaveCount(1)
})
