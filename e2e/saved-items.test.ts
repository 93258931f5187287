import { randomUUID } from 'node:crypto'
import { createProduct, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test('a shopper saves products on cards and pages, and moves one to the cart', async ({ shopper: shop, page }) => {
  const [tee] = await shop.products('limit=7')
  const cargo = (await shop.products()).at(-1)
  if (!tee || !cargo) throw new Error('The demo shop has products.')
  await shop.open('/UserDashboard')
  await page.getByRole('link', { name: 'Saved items' }).click()
  await expect(page.getByText('Nothing saved yet')).toBeVisible()

  await shop.open('/buy')
  const heart = page.getByRole('button', { name: `Save ${tee.name} for later` })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  // One press, although the click is double.
  const saved = page.waitForResponse((reply) => reply.url().endsWith(`/cart/saved/${tee._id}`))
  await heart.dblclick()
  expect((await saved).status()).toBe(200)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible({ page, name: 'the storefront with hearts' })
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const size = await heart.boundingBox()
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)

  await shop.open(`/UserDashboard/productPage/${cargo._id}`)
  const secondHeart = page.getByRole('button', { name: `Save ${cargo.name} for later` })
  await secondHeart.focus()
  await page.keyboard.press('Enter')
  await expect(secondHeart).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible({ page, name: 'the product page with a heart' })

  await shop.open('/UserDashboard/account')
  await page.getByRole('link', { name: 'Saved items' }).click()
  const items = page.getByRole('list', { name: 'Saved items' }).getByRole('listitem')
  await expect(items).toHaveCount(2)
  await expectAccessible({ page, name: 'the saved items' })
  const teeRow = items.filter({ hasText: tee.name })
  await teeRow.getByRole('button', { name: 'Move to cart' }).click()
  await expect(shop.toast('Please select a size before adding to the cart!')).toBeVisible()
  await teeRow.getByRole('radio', { name: 'L', exact: true }).check()
  await teeRow.getByRole('button', { name: 'Move to cart' }).dblclick()
  await expect(teeRow).toBeHidden()
  await expect(page.getByText('Moved to your cart')).toBeVisible()
  const { cart } = await (await page.request.get('/api/v1/cart')).json()
  expect(cart).toMatchObject([{ product: { _id: tee._id }, size: 'L', quantity: 1 }])

  await items.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Nothing saved yet')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a guest signs in to save a product', async ({ shop, page }) => {
  const [product] = await shop.products('limit=7')
  await shop.open('/buy')
  await expect(page.getByRole('button', { name: /^Save / })).toHaveCount(0)
  await shop.open(`/product/${product?._id}`)
  await page.getByRole('link', { name: `Sign in to save ${product?.name} for later` }).click()
  await shop.fillSignIn({ name: `saver ${randomUUID().slice(0, 8)}`, pin: '7294' })
  await expect(page).toHaveURL(/\/UserDashboard\/saved$/)
  await expect(page.getByRole('list', { name: 'Saved items' }).getByRole('listitem')).toContainText([String(product?.name)])
})

test('a deleted product is shown as no longer available and can be removed', async ({ shopper: shop, page, browser }) => {
  const adminPage = await browser.newPage()
  await signInAdmin(adminPage)
  const product = await createProduct(adminPage.request)
  await page.request.post(`/api/v1/cart/saved/${product._id}`)
  await adminPage.request.delete(`/api/v1/products/${product._id}`)
  await adminPage.close()
  await shop.open('/UserDashboard/saved')
  const item = page.getByRole('list', { name: 'Saved items' }).getByRole('listitem')
  await expect(item).toContainText('No longer available')
  await expect(item.getByRole('button', { name: 'Move to cart' })).toHaveCount(0)
  await item.getByRole('button', { name: 'Remove' }).click()
  await expect(item).toHaveCount(0)
})
