import { randomUUID } from 'node:crypto'
import { expect, phoneScreen, Shop, test } from './shop.ts'

test.use(phoneScreen)

test('a guest browses, searches, fills a cart and orders', async ({ shop, page }) => {
  await shop.open('/buy')
  await expect(page.getByRole('article')).toHaveCount(7)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/\/buy\/2$/)
  await page.getByRole('link', { name: /Next/ }).click()
  await expect(page).toHaveURL(/\/buy\/3$/)
  await expect(page.getByRole('article')).toHaveCount(7)

  await page.getByRole('link', { name: 'Open search' }).click()
  await page.getByRole('searchbox', { name: 'Search products' }).fill('hoodi')
  await page.getByRole('searchbox', { name: 'Search products' }).press('Enter')
  await expect(page).toHaveURL(/q=hoodi/)
  await expect(shop.card(0)).toContainText(/hoodie|pair|trio|pack/i)

  const [first, second] = await shop.products('q=hoodi&limit=7')
  if (!first || !second) throw new Error('The demo shop has hoodies.')
  await shop.add({ name: first.name, size: 'L' })
  await shop.expectToast('Added to your cart')
  await shop.add({ name: first.name, size: 'L' })
  await shop.expectToast('Item already added to the cart')
  await shop.add({ name: second.name })
  await expect(page.getByRole('link', { name: /^Cart/ }).first()).toContainText('2')

  await shop.card(first.name).getByRole('link', { name: 'Go to Cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeVisible()
  await page.getByRole('button', { name: `Increase quantity of ${first.name}, size L` }).click()
  await expect(page.getByText('₹', { exact: false }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Order', exact: true }).click()

  await shop.fillAddress()
  const [reply] = await Promise.all([
    page.waitForResponse('**/guest/cashondelivery'),
    page.getByRole('button', { name: 'Place Order' }).click(),
  ])
  expect(reply.status()).toBe(201)
  const { order } = await reply.json()
  expect(order.totalPrice).toBe(first.price * 2 + second.price)
  await shop.expectToast(/within 4 days/)
  await expect(page).toHaveURL(/\/buy$/)
  expect(await page.evaluate(() => localStorage.getItem('cartItems'))).toBe('[]')
})

test('a double click and a retry after a lost connection give one order', async ({ shop, page }) => {
  await shop.startOrder()
  await shop.fillAddress({ Email: `${randomUUID()}@example.com` })
  const placed: string[] = []
  await page.route('**/guest/cashondelivery', async (route) => {
    const reply = await route.fetch()
    placed.push((await reply.json()).order.number)
    // The server receives the first order, its reply is lost.
    await (placed.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: reply }))
  })
  const submit = page.getByRole('button', { name: 'Place Order' })
  await submit.dblclick()
  const text = 'Order failed. Try again. If your order did reach us, trying again will not place it twice.'
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
  await submit.click()
  await expect(page).toHaveURL(/\/buy$/)
  expect(placed).toEqual([placed[0], placed[0]])
})

test('two tabs share one cart', async ({ shop, page, context }) => {
  await shop.startCart()
  await expect(page.getByRole('button', { name: /^Decrease quantity/ })).toBeDisabled()
  const secondTab = await context.newPage()
  await new Shop(secondTab).open('/homecart')
  await expect(secondTab.getByRole('button', { name: /^Increase quantity/ })).toBeVisible()
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await expect(secondTab.getByLabel('Quantity', { exact: true })).toHaveText('2')
  await secondTab.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})
