import { randomUUID } from 'node:crypto'
import { createProduct } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test('a shopper saves products on cards and pages, moves one to the cart and removes those that are gone', { tag: '@nightly' }, async ({
  shopper: shop,
  page,
  playwright,
}) => {
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
  await shop.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const size = await heart.boundingBox()
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)

  await shop.open(`/UserDashboard/productPage/${cargo._id}`)
  const secondHeart = page.getByRole('button', { name: `Save ${cargo.name} for later` })
  // The heart shows the change before the reply, without which leaving the page would undo it.
  const secondSaved = page.waitForResponse((reply) => reply.url().endsWith(`/cart/saved/${cargo._id}`))
  await secondHeart.press('Enter')
  await expect(secondHeart).toHaveAttribute('aria-pressed', 'true')
  expect((await secondSaved).status()).toBe(200)

  const admin = await playwright.request.newContext({ baseURL: process.env.SHOP_URL ?? '' })
  await admin.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  const gone = await createProduct(admin)
  await page.request.post(`/api/v1/cart/saved/${gone._id}`)
  await admin.delete(`/api/v1/products/${gone._id}`)
  await admin.dispose()
  await shop.open('/UserDashboard/account')
  await page.getByRole('link', { name: 'Saved items' }).click()
  const items = page.getByRole('list', { name: 'Saved items' }).getByRole('listitem')
  await expect(items).toHaveCount(3)
  await expectAccessible({ page, name: 'the saved items' })
  const goneRow = items.filter({ hasText: 'No longer available' })
  await expect(goneRow).toHaveCount(1)
  await expect(goneRow.getByRole('button', { name: 'Move to cart' })).toHaveCount(0)
  await goneRow.getByRole('button', { name: 'Remove' }).click()
  await expect(goneRow).toHaveCount(0)
  const teeRow = items.filter({ hasText: tee.name })
  await teeRow.getByRole('button', { name: 'Move to cart' }).click()
  await shop.expectToast('Please select a size before adding to the cart!')
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

test('a guest signs in to save a product, from its page or from its card', async ({ shop, page }) => {
  const [product] = await shop.products('limit=7')
  const heart = page.getByRole('link', { name: `Sign in to save ${product?.name} for later` })
  await shop.open(`/product/${product?._id}`)
  await expect(heart).toHaveCount(1)
  await shop.open('/buy')
  await expect(page.getByRole('article').getByRole('link', { name: /^Sign in to save / })).toHaveCount(7)
  await expect(page.getByRole('button', { name: /^Save / })).toHaveCount(0)
  await heart.click()
  await shop.fillSignIn({ name: `saver ${randomUUID().slice(0, 8)}`, pin: '7294' })
  await expect(page).toHaveURL(/\/UserDashboard\/saved$/)
  await expect(page.getByRole('list', { name: 'Saved items' }).getByRole('listitem')).toContainText([String(product?.name)])
})
