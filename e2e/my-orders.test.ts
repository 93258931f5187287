import { address as delivery } from '#testing/factories.ts'
import { payByCard } from './pay-by-card.ts'
import { expect, test } from './shop.ts'

test('one list has the card and the cash-on-delivery orders, and filters lead to the list of each', async ({ shop, page }) => {
  await payByCard(page)
  const [product] = await shop.products('limit=7')
  await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'M', quantity: 1 } })
  const cod = await (await page.request.post('/api/v1/cod/cashondelivery', { data: delivery })).json()
  await shop.open('/UserDashboard')
  await page.getByRole('link', { name: 'My orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible()
  const filters = page.getByRole('navigation', { name: 'Filter orders' })
  await expect(filters.getByRole('link')).toHaveText(['All', 'Paid by card', 'Cash on delivery'])
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').last()).toContainText('Paid by card')
  await expect(page.getByRole('article').first()).toContainText(cod.order.number)
  await filters.getByRole('link', { name: 'Cash on delivery' }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/codOrders$/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Pay on delivery')
  await filters.getByRole('link', { name: 'Paid by card' }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders$/)
  await page.getByRole('link', { name: /^View order/ }).click()
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('the steps of the checkout keep their names', async ({ shopper: shop, page }) => {
  const [product] = await shop.products('limit=7')
  await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'M', quantity: 1 } })
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  for (const path of ['cart', 'Cod', 'Order']) {
    await shop.open(`/UserDashboard/${path}`)
    await expect(steps, path).toHaveText([/^1 Cart/, /^2 Delivery and payment/, /^3 Order placed/])
  }
})
