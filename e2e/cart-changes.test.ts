import { expect, test } from './shop.ts'

test('the cart shows price and stock changes and blocks the checkout until they are resolved', async ({
  shopper: shop,
  page,
  playwright,
}) => {
  const adminRequest = await playwright.request.newContext({ baseURL: process.env.SHOP_URL ?? '' })
  await adminRequest.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  const picture = await page.request.get((await shop.products()).at(-1)?.image ?? '')
  const made = await adminRequest.post('/api/v1/products/createProduct', {
    multipart: {
      name: `Changing Tee ${crypto.randomUUID().slice(0, 6)}`,
      description: 'Made for a test.',
      price: '500',
      stock: '5',
      category: 'TEE',
      image: { name: 'tee.webp', mimeType: 'image/webp', buffer: await picture.body() },
    },
  })
  expect(made.status()).toBe(201)
  const { product } = await made.json()
  await page.request.post('/api/v1/cart/add', { data: { product: product._id, size: 'M', quantity: 2 } })

  const edit = async (change: object) => {
    const { products } = await (await adminRequest.get(`/api/v1/products/admin?q=${encodeURIComponent(product.name)}`)).json()
    const { version } = products[0]
    const form = {
      name: product.name,
      description: product.description,
      price: '500',
      category: 'TEE',
      version: String(version),
      ...change,
    }
    expect((await adminRequest.patch(`/api/v1/products/${product._id}`, { multipart: form })).status()).toBe(200)
  }
  const checkout = page.getByRole('button', { name: 'Checkout' })

  await edit({ price: '550' })
  await shop.open('/UserDashboard/cart')
  await expect(page.getByText('The price changed from ₹500 to ₹550.')).toBeVisible()
  await expect(checkout).toBeDisabled()
  await page.getByRole('button', { name: /Accept/ }).click()
  await expect(checkout).toBeEnabled()

  const correct = (change: number) =>
    adminRequest.post(`/api/v1/products/${product._id}/stock`, { data: { change, cause: 'correction', note: 'Counted again' } })
  expect((await correct(-4)).status()).toBe(200)
  await shop.reload()
  await expect(page.getByText(`Only 1 left of ${product.name}.`)).toBeVisible()
  await expect(checkout).toBeDisabled()
  await page.getByRole('button', { name: /^Decrease/ }).click()
  await expect(checkout).toBeEnabled()

  expect((await adminRequest.delete(`/api/v1/products/${product._id}`)).status()).toBe(200)
  await shop.reload()
  await expect(page.getByText(`${product.name} is no longer available.`, { exact: false })).toBeVisible()
  await expect(checkout).toBeDisabled()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await adminRequest.dispose()
})

test('a guest orders, signs in and orders again with the keyboard', { tag: '@nightly' }, async ({ shop, page }) => {
  const press = (key: string) => page.keyboard.press(key)
  const [product] = await shop.products('category=tee&limit=7')
  if (!product) throw new Error('The demo shop has tees.')
  await shop.open('/buy')
  await press('Tab')
  await press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search products' }).focus()
  await page.keyboard.type(product.name)
  await press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(page.locator('[inert]')).toHaveCount(0)
  await expect(shop.card(product.name)).toBeVisible()
  await shop.tabTo(new RegExp(`^\\s*${product.name}`))
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeFocused()
  await shop.tabTo(/^\s*M\s*M?\s*$/)
  await press('Space')
  await shop.tabTo(/Add to Cart/)
  await press('Enter')
  await expect(page.locator('[data-mini-cart]').getByRole('status')).toContainText('Added to your cart')
  await shop.tabTo(/Go to Cart/)
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeFocused()
  await shop.tabTo(/^\s*Order\s*$/)
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const [label, value] of [
    ['First name', 'Asha'],
    ['Last name', 'Rao'],
    ['Phone', '9876543210'],
    ['Email', 'asha@example.com'],
    ['PIN code', '560001'],
    ['City', 'Bengaluru'],
  ] as const) {
    await shop.tabTo(new RegExp(label))
    await page.keyboard.type(value)
  }
  await shop.tabTo(/State/)
  await page.keyboard.type('Karn')
  await shop.tabTo(/^\s*Address/)
  await page.keyboard.type('12 Lake Road')
  await shop.tabTo(/Place Order/)
  await press('Enter')
  await expect(page).toHaveURL(/\/buy$/)
  await expect(page.getByRole('heading', { name: /^Order .* placed$/ })).toBeFocused()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).focus()
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await shop.tabTo(/Username/)
  await page.keyboard.type(`keys ${crypto.randomUUID().slice(0, 8)}`)
  await shop.tabTo(/PIN/)
  await page.keyboard.type('1234')
  await press('Enter')
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.request.post('/api/v1/cart/add', { data: { product: product._id, size: 'M' } })
  await shop.open('/UserDashboard/cart')
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeEnabled()
  await shop.tabTo(/Checkout/)
  await press('Enter')
  await expect(page.getByRole('dialog', { name: 'Select Payment Method' })).toBeVisible()
  await shop.tabTo(/Cash on Delivery/)
  await press('Enter')
  await expect(page).toHaveURL(/\/UserDashboard\/Cod/i)
  await shop.fillAddress()
  await page.getByLabel('Phone', { exact: true }).focus()
  await shop.tabTo(/Place Order/)
  await press('Enter')
  await expect(page).toHaveURL(/\/UserDashboard\/codOrders$/i)
})
