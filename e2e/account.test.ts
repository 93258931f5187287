import { expect, Shop, test } from './shop.ts'

test('a shopper chooses a size, changes the cart in two tabs and checks out', async ({ shopper: shop, page, context }) => {
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

  await shop.open('/UserDashboard/cart')
  await expect(page.getByRole('button', { name: /^Decrease/ })).toBeDisabled()
  await page.getByRole('button', { name: /^Increase/ }).click()
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveText('2')
  // A second tab is the same as a second device: the server has the cart.
  const secondTab = await context.newPage()
  await new Shop(secondTab).open('/UserDashboard/cart')
  await secondTab.getByRole('button', { name: /^Increase/ }).click()
  await expect(secondTab.getByLabel('Quantity', { exact: true })).toHaveText('3')
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveText('3')
  await page.getByRole('button', { name: 'Checkout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select Payment Method' })
  await expect(dialog.getByRole('button')).toHaveText(['Prepaid', 'Cash on Delivery', 'Cancel'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})

test('a category tile keeps the focus when its picture loads', { tag: '@nightly' }, async ({ shopper: shop, page }) => {
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

test("a guest's cart is merged at sign-in", async ({ shop, page }) => {
  const product = await shop.startCart()
  await shop.signIn({ name: `asha ${crypto.randomUUID().slice(0, 8)}`, pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await shop.open('/UserDashboard/cart')
  await expect(page.getByText(product.name, { exact: false }).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cartItems'))).toBe('[]')
})
