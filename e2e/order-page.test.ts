import { address as delivery } from '#testing/factories.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test('a printed order is headed by its number and the shop, and the screen links to help', async ({ shopper: shop, page }) => {
  const [product] = await shop.products('limit=7')
  await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'M', quantity: 1 } })
  const { order } = await (await page.request.post('/api/v1/cod/cashondelivery', { data: delivery })).json()
  await shop.open('/UserDashboard/codOrders')
  await expect(page.getByText(/^Step 1 of 5/)).toBeVisible()
  await page.getByRole('link', { name: `View order ${order.number}` }).click()
  await expect(page.getByText('Step 1 of 5')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Order timeline' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByText(/^Estimated delivery by \w{3}, \d+ \w+\./)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Help Center' })).toHaveAttribute('href', '/UserDashboard/help-center')
  await expectAccessible({ page, name: 'the page of an order' })
  await page.emulateMedia({ media: 'print' })
  const title = page.getByText(`Order ${order.number}`, { exact: true }).filter({ visible: true })
  await expect(title).toHaveCount(1)
  await expect(page.getByText(/7 Loom Street, Jaipur 302001/).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByText('GSTIN 27AAPFU0939F1ZV · This is not a tax invoice.').filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Help Center' }).filter({ visible: true })).toHaveCount(0)
})
