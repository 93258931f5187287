import { expect, test } from './shop.ts'

test('a shopper chooses a size, changes the cart and checks out', async ({ shopper: shop, page }) => {
  await shop.open('/UserDashboard')
  await page.getByRole('link', { name: /Elite Tee/ }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/tee/)
  const [tee] = await shop.products('category=tee&limit=7')
  if (!tee) throw new Error('The demo shop has tees.')
  await page.getByRole('link', { name: tee.name }).first().click()
  await expect(page).toHaveURL(new RegExp(`/UserDashboard/productPage/${tee._id}`))
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await shop.expectToast('Please select a size before adding to the cart!')
  await page.getByRole('radio', { name: 'L', exact: true }).first().check()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await shop.expectToast(/added/i)

  await page.goto('/UserDashboard/cart')
  await expect(page.getByRole('button', { name: /^Decrease/ })).toBeDisabled()
  await page.getByRole('button', { name: /^Increase/ }).click()
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveText('2')
  await page.getByRole('button', { name: 'Checkout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select Payment Method' })
  await expect(dialog.getByRole('button')).toHaveText(['Prepaid', 'Cash on Delivery', 'Cancel'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})

test('a category tile keeps the focus when its picture loads', async ({ shopper: shop, page }) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/api/v1/products/**', async (route) => {
    await released.promise
    await route.continue()
  })
  await shop.open('/UserDashboard')
  const tile = page.getByRole('link', { name: /Elite Tee/ })
  await tile.focus()
  released.resolve()
  await expect(page.getByRole('list', { name: 'Categories' }).locator('img')).toHaveCount(5)
  await expect(tile).toBeFocused()
})

test('every category list has its title and only its products', async ({ shopper: shop, page }) => {
  for (const [path, category] of [
    ['tee', 'TEE'],
    ['jogger', 'JOGGER'],
    ['hoodie', 'HOODIE'],
    ['demim', 'DENIM'],
    ['denim', 'DENIM'],
  ] as const) {
    // Other tests add and delete products at the same time.
    await expect(async () => {
      await shop.open(`/UserDashboard/${path}`)
      const { products } = await (await page.request.get(`/api/v1/products/getAll?page=1&limit=7&category=${category}`)).json()
      await expect(page.getByRole('article')).toHaveCount(products.length, { timeout: 10_000 })
      await expect(page.getByRole('article').first()).toContainText(new RegExp(products[0].name, 'i'), { timeout: 10_000 })
    }).toPass()
  }
})

test('a second tab and a second device show the same cart', async ({ shopper: shop, page, context }) => {
  const [product] = await shop.products('limit=7')
  await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'M', quantity: 1 } })
  await shop.open('/UserDashboard/cart')
  const secondTab = await context.newPage()
  await secondTab.goto('/UserDashboard/cart')
  await secondTab.getByRole('button', { name: /^Increase/ }).click()
  await expect(secondTab.getByLabel('Quantity', { exact: true })).toHaveText('2')
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveText('2')
})

test('a failed call shows an error and changes nothing', async ({ shopper: shop, page }) => {
  const [product] = await shop.products('limit=7')
  await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'M', quantity: 2 } })
  await shop.open('/UserDashboard/cart')
  await page.route('**/api/v1/cart/**', (route) => route.abort())
  await page.getByRole('button', { name: /^Increase/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update quantity:' })).toBeVisible()
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveText('2')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to remove item.' })).toBeVisible()
  await page.unroute('**/api/v1/cart/**')
  // A proxy in front of the shop answers without JSON.
  await page.route('**/api/v1/cart/**', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' }))
  await page.getByRole('button', { name: /^Increase/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update quantity:' })).toBeVisible()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to remove item.' })).toBeVisible()
  await page.route('**/api/v1/cart', (route) => route.abort())
  await page.goto('/UserDashboard/cart')
  await expect(page.getByText('Failed to load cart. Please try again.')).toBeVisible()
})

test("a guest's cart is merged at sign-in", async ({ shop, page }) => {
  const product = await shop.startCart()
  await shop.signIn({ name: `asha ${crypto.randomUUID().slice(0, 8)}`, pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await page.goto('/UserDashboard/cart')
  await expect(page.getByText(product.name, { exact: false }).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cartItems'))).toBe('[]')
})

test('a product page is rendered on the server', async ({ shop, page }) => {
  const [product] = await shop.products('limit=7')
  if (!product) throw new Error('The demo shop has products.')
  await shop.open(`/product/${product._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(new RegExp(product.name, 'i'))
  const jsonLd = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '{}')
  expect(JSON.stringify(jsonLd)).toContain(product.name)
  // Handling and transit together are the delivery time of the policies.
  const delivery = jsonLd['@graph'].find((node: { '@type': string }) => node['@type'] === 'OfferShippingDetails')
  const { handlingTime, transitTime } = delivery.deliveryTime
  expect([handlingTime.minValue + transitTime.minValue, handlingTime.maxValue + transitTime.maxValue]).toEqual([5, 7])
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/product/${product._id}/`))
})

test('an unknown product shows an error', async ({ shopper: shop, page }) => {
  await shop.open('/UserDashboard/productPage/00000000-0000-7000-8000-000000000000')
  await expect(page.getByText('Failed to load product details.')).toBeVisible()
})
