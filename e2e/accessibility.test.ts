import { formatRupees } from '#contract/kernel/money.ts'
import { screens } from '#testing/screens.ts'
import { signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expectUncovered } from './expect-uncovered.ts'
import { address, expect, phoneScreen, Shop, test } from './shop.ts'

test.use(phoneScreen)

// Each test checks many screens.
test.describe.configure({ timeout: 900_000 })

const admin = '/AdminDashboardWrapper'
const tablet = { width: 768, height: 1024 }

/** The screens of an area that the walk opens: `/`, `/UserDashboard` or `/AdminDashboardWrapper`. */
const listScreens = (area: string) =>
  Object.values(screens).flatMap(({ path, checkedIn }) => {
    const isSignedIn = path?.startsWith('/UserDashboard') || path?.startsWith(admin)
    return path !== undefined && (area === '/' ? !isSignedIn : path.startsWith(area))
      ? [{ path, isCheckedHere: checkedIn === undefined }]
      : []
  })

interface Walk {
  readonly shop: Shop
  readonly area: string
  readonly product?: string
  readonly order?: string
  /** also checks that nothing is covered at the size of a tablet */
  readonly onTablet?: boolean
}

/** Opens each screen of an area, and checks those that no other test does. */
async function walk({ shop, area, product = '', order = '', onTablet = false }: Walk): Promise<void> {
  const { page } = shop
  const size = page.viewportSize() ?? tablet
  for (const { path, isCheckedHere } of listScreens(area)) {
    await test.step(path, async () => {
      await shop.open(path.replace(':product', product).replace(':order', order))
      const heading = path.includes('open=') ? page.getByRole('dialog').getByRole('heading', { level: 3 }) : page.locator('h1')
      await heading.first().waitFor()
      if (isCheckedHere) await expectAccessible({ page, name: path })
      if (!onTablet) return
      await page.setViewportSize(tablet)
      await expectUncovered({ page, name: `${path} on a tablet` })
      await page.setViewportSize(size)
    })
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

test('the screens of guests are accessible', async ({ shop, page }) => {
  await walk({ shop, area: '/' })
  await shop.open('/buy')
  await page.getByText('Sort and filter').click()
  await expectAccessible({ page, name: 'the open filters' })
})

test('guest cart and order pages are accessible', { tag: '@nightly' }, async ({ shop, page }) => {
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

test('the screens of shoppers are accessible', { tag: '@nightly' }, async ({ shopper: shop, page }) => {
  const { order } = await orderAndFillCart(shop)
  const area = '/UserDashboard'
  await walk({ shop, area, order })
  await shop.open(area)
  await page.getByRole('button', { name: /notification/i }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible({ page, name: 'the notifications' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await expectAccessible({ page, name: 'the account menu' })
  await shop.open(`${area}/cart`)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('dialog', { name: 'Select Payment Method' }).waitFor()
  await expectAccessible({ page, name: 'the choice of the payment' })
  await shop.open(`${area}/orders/${order}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog', { name: 'Cancel this order?' }).waitFor()
  await expectAccessible({ page, name: 'the cancel dialog' })
})

test('the screens of administrators are accessible, and fit on a tablet with nothing covered', { tag: '@nightly' }, async ({
  shop,
  page,
  browser,
  baseURL,
}) => {
  const shopper = await browser.newPage({ baseURL })
  await shopper.request.post('/api/v1/users/login', { data: { name: `buyer ${crypto.randomUUID().slice(0, 8)}`, pin: '1234' } })
  const { order, product } = await orderAndFillCart(new Shop(shopper))
  await shopper.close()
  await signInAdmin(page)
  await walk({ shop, area: admin, order, product, onTablet: true })
  await shop.open(admin)
  await page.getByRole('button', { name: /notification/i }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Low stock' }).waitFor()
  await expectAccessible({ page, name: "the administrator's notifications" })
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
