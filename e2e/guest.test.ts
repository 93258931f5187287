import { randomUUID } from 'node:crypto'
import { address, expect, test } from './shop.ts'

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

test('a duplicate item is rejected, another size is added', async ({ shop, page }) => {
  await shop.open('/buy')
  const [product] = await shop.products('limit=7')
  if (!product) throw new Error('The demo shop has products.')
  await shop.add({ name: product.name, size: 'M' })
  await shop.add({ name: product.name, size: 'M' })
  await shop.expectToast('Item already added to the cart')
  await shop.add({ name: product.name, size: 'XL' })
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]'))).toMatchObject([
    { _id: product._id, qty: 1, size: 'M' },
    { _id: product._id, qty: 1, size: 'XL' },
  ])
})

test('an edited price is rejected and the input is kept', async ({ shop, page }) => {
  await shop.startOrder()
  await page.route('**/guest/cashondelivery', async (route) => {
    await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), totalPrice: 1 }) })
  })
  await shop.fillAddress()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Prices have changed. Please review your cart.' })).toBeVisible()
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue(address['First name'])
  await expect(page.getByRole('link', { name: 'Go Back to Cart' })).toBeVisible()
})

test('a retry after a lost connection gives one order', async ({ shop, page }) => {
  const email = `${randomUUID()}@example.com`
  await shop.startOrder()
  let placed: string | undefined
  await page.route(
    '**/guest/cashondelivery',
    async (route) => {
      // The server receives the order, the reply is lost.
      const reply = await route.fetch()
      placed = (await reply.json()).order.number
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await shop.fillAddress({ Email: email })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'Order failed. Try again. If your order did reach us, trying again will not place it twice.' }),
  ).toBeVisible()
  const [reply] = await Promise.all([
    page.waitForResponse('**/guest/cashondelivery'),
    page.getByRole('button', { name: 'Place Order' }).click(),
  ])
  expect((await reply.json()).order.number).toBe(placed)
  await expect(page).toHaveURL(/\/buy$/)
})

test('a double click places one order', async ({ shop, page }) => {
  await shop.startOrder()
  await shop.fillAddress()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/guest/cashondelivery')) sent += 1
  })
  await page.getByRole('button', { name: 'Place Order' }).dblclick()
  await expect(page).toHaveURL(/\/buy$/)
  expect(sent).toBe(1)
})

test('the form shows errors at the fields and focuses the first', async ({ shop, page }) => {
  await shop.startOrder()
  const submit = page.getByRole('button', { name: 'Place Order' })
  await submit.click()
  await expect(page.getByLabel('First name', { exact: true })).toBeFocused()
  const formError = page.getByText('Please enter valid email, phone and 6-digit PIN code.')
  for (const [label, value, message] of [
    ['PIN code', '56000', 'PIN code must have exactly 6 digits.'],
    ['Phone', '5876543210', 'Phone must have 10 digits and start with 6, 7, 8 or 9.'],
    ['Email', 'asha@', 'Email must look like name@example.com.'],
  ] as const) {
    await shop.fillAddress({ [label]: value })
    await submit.click()
    await expect(formError).toBeVisible()
    await expect(page.getByLabel(label, { exact: true })).toBeFocused()
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')))
  }
  await shop.fillAddress({ Phone: '+91 98765 43210' })
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('9876543210')
})

test('the summary error appears only for the fields it names, and ends when they are corrected', async ({ shop, page }) => {
  await shop.startOrder()
  await shop.fillAddress({ 'First name': '' })
  const submit = page.getByRole('button', { name: 'Place Order' })
  const sentence = page.getByText('Please enter valid email, phone and 6-digit PIN code.')
  const other = page.getByText('Please check the marked fields.')
  await submit.click()
  await expect(other).toBeVisible()
  await expect(sentence).toBeHidden()
  await shop.fillAddress({ 'First name': '', Phone: '123' })
  await submit.click()
  await expect(sentence).toBeVisible()
  await shop.fillAddress({ 'First name': '' })
  await expect(sentence).toBeHidden()
  await expect(other).toBeVisible()
  await page.getByLabel('First name', { exact: true }).fill('Asha')
  await expect(other).toBeHidden()
})

test('without items the order page leads back to the cart', async ({ shop, page }) => {
  await shop.open('/orderNow')
  await expect(page.getByText('No items in cart.')).toBeVisible()
  await page.getByRole('link', { name: 'Go Back to Cart' }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})

test('two tabs share one cart', async ({ shop, page, context }) => {
  await shop.startCart()
  const secondTab = await context.newPage()
  await secondTab.goto('/homecart')
  await expect(secondTab.getByRole('button', { name: /^Increase quantity/ })).toBeVisible()
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await expect(secondTab.getByLabel('Quantity', { exact: true })).toHaveText('2')
  await secondTab.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})

test('the quantity does not go below one', async ({ shop, page }) => {
  await shop.startCart()
  await expect(page.getByRole('button', { name: /^Decrease quantity/ })).toBeDisabled()
})

for (const content of ['{', '"text"', '[{"_id":1},null,7]', '{"state":{}}']) {
  test(`invalid cart content (${content}) is ignored`, async ({ shop, page }) => {
    await page.addInitScript((text) => localStorage.setItem('cartItems', text), content)
    await shop.open('/homecart')
    await expect(page.getByText('Your cart is empty.')).toBeVisible()
  })
}

test('the cart shows deleted products and changed prices', async ({ shop, page }) => {
  const product = await shop.startCart()
  await page.route(`**/api/v1/products/${product._id}`, (route) => route.fulfill({ json: { ...product, price: product.price + 100 } }))
  await page.reload()
  await expect(page.getByText(/price/i).first()).toBeVisible()
  await page.route(`**/api/v1/products/${product._id}`, (route) =>
    route.fulfill({ status: 404, json: { message: 'Product not found.', error: '', code: 'product_not_found' } }),
  )
  await page.reload()
  await expect(page.getByRole('button', { name: 'Order', exact: true })).toBeDisabled()
})
