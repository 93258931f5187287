import { address as delivery } from '#testing/factories.ts'
import { createProduct, signInAdmin } from './admin-page.ts'
import { payThroughApi } from './pay-by-card.ts'
import { expect, test } from './shop.ts'

test('one list has the card and the cash-on-delivery orders, and filters lead to the list of each', async ({ shopper: shop, page }) => {
  await payThroughApi(shop)
  const [product] = await shop.products('limit=7')
  await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'M', quantity: 1 } })
  const cod = await (await page.request.post('/api/v1/cod/cashondelivery', { data: delivery })).json()
  await shop.open('/UserDashboard')
  await page.getByRole('link', { name: 'My orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible()
  const filters = page.getByRole('navigation', { name: 'Filter orders' })
  await expect(filters.getByRole('link')).toHaveText(['All', 'Paid online', 'Cash on delivery'])
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').last()).toContainText('Paid online')
  await expect(page.getByRole('article').first()).toContainText(cod.order.number)
  await filters.getByRole('link', { name: 'Cash on delivery' }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/codOrders$/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Pay on delivery')
  await filters.getByRole('link', { name: 'Paid online' }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders$/)
  await page.getByRole('link', { name: /^View order/ }).click()
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('an order is put into the cart again, as far as it is for sale', { tag: '@nightly' }, async ({ shopper: shop, page, browser }) => {
  const [product] = await shop.products('limit=7')
  const adminPage = await browser.newPage()
  await signInAdmin(adminPage)
  const deleted = await createProduct(adminPage.request)
  for (const _id of [product?._id, deleted._id])
    await page.request.post('/api/v1/cart/add', { data: { product: _id, size: 'M', quantity: 2 } })
  const { order } = await (await page.request.post('/api/v1/cod/cashondelivery', { data: delivery })).json()
  await adminPage.request.delete(`/api/v1/products/${deleted._id}`)
  await adminPage.close()

  await shop.open('/UserDashboard/allOrders')
  await page.getByRole('button', { name: `Order again ${order.number}` }).dblclick()
  await expect(page).toHaveURL(/\/UserDashboard\/cart$/)
  const changes = page.getByRole('region', { name: `Some items of order ${order.number} have changed` })
  await expect(changes.getByRole('listitem')).toHaveText([`${deleted.name} is no longer available.`])
  await expect(page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('status', { name: 'Quantity' })).toHaveText('2')
  await changes.getByRole('button', { name: 'Got it' }).click()
  await expect(changes).toBeHidden()

  await shop.open(`/UserDashboard/orders/${order._id}`)
  await page.getByRole('button', { name: `Order again ${order.number}` }).click()
  await expect(page.getByRole('status', { name: 'Quantity' })).toHaveText('4')
})
