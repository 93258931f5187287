import { expect, test } from './shop.ts'

test('without a connection the page stays, and navigation continues when it returns', async ({ shop, page, context }) => {
  await shop.open('/buy')
  await context.setOffline(true)
  const notice = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await expect(notice).toBeVisible()
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(notice).toContainText('The page will open as soon as you are back online.')
  await expect(page).toHaveURL(/\/buy$/)
  await expect(page.getByRole('article')).toHaveCount(7)
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/buy\/2$/)
  await expect(page.getByRole('article')).toHaveCount(7)
  await expect(notice).toBeHidden()
})

test('a product that fails to load keeps the navigation and can be retried', async ({ shop, page }) => {
  const [product] = await shop.products('limit=7')
  if (!product) throw new Error('The demo shop has products.')
  await shop.open('/buy')
  await shop.add({ name: product.name, size: 'M' })
  await page.route(`**/api/v1/products/${product._id}`, (route) => route.abort())
  await shop.card(product.name).getByRole('link', { name: product.name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Failed to load product details.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart 1 item' })).toBeVisible()
  await page.getByRole('button', { name: 'SUPPORT' }).click()
  await expect(page.getByRole('link', { name: 'Order Tracking' })).toBeVisible()
  await page.unroute(`**/api/v1/products/${product._id}`)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(new RegExp(product.name, 'i'))
})

test('a screen that fails keeps the layout around it', async ({ shop, page, consoleErrors }) => {
  await shop.open('/buy')
  // The server never sends such a reply; it simulates an unexpected rendering error.
  await page.route('**/api/v1/products/getAll*', (route) => route.fulfill({ json: { products: [null], total: 8 } }))
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cart/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'INFORMATION' })).toBeVisible()
  await page.unroute('**/api/v1/products/getAll*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(7)
  expect(consoleErrors.splice(0)).not.toEqual([])
})

test('an order list that fails to load can be retried', async ({ shopper: shop, page }) => {
  await page.route('**/api/v1/cod/codOrder?*', (route) => route.abort())
  await shop.open('/UserDashboard/codOrders')
  await expect(page.getByText('We just could not load this list.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible()
  await page.unroute('**/api/v1/cod/codOrder?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No orders found.')).toBeVisible()
})

for (const [area, home] of [
  ['', '/buy'],
  ['/UserDashboard', '/UserDashboard'],
] as const) {
  test(`an unknown path under ${area || 'the root'} shows a page with a link back`, async ({ shopper: shop, page }) => {
    await shop.open(`${area}/nowhere`)
    await expect(page.getByRole('heading', { level: 1, name: 'This lane leads nowhere' })).toBeVisible()
    await page.getByRole('link', { name: /^Back to/ }).click()
    await expect(page).toHaveURL(new RegExp(`${home}$`))
  })
}
