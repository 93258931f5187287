import type { ProductList } from '#contract/catalog/products.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, phoneScreen, type Shop, test } from './shop.ts'

test.use(phoneScreen)

const headerBottom = (shop: Shop) =>
  shop.page.getByRole('navigation', { name: 'Shop by category' }).evaluate((bar) => bar.getBoundingClientRect().bottom)

/** Products with little stock, too. */
async function listProducts(shop: Shop, query: string) {
  const reply = await shop.page.request.get(`/api/v1/products/getAll?${query}`)
  return ((await reply.json()) as ProductList).products
}

/** A product with a stock of its own for each size, of which one is sold out. */
async function findProductWithSoldOutSize(shop: Shop) {
  const products = await listProducts(shop, 'limit=100')
  const product = products.find(({ sizeStock = [] }) => sizeStock.some(({ stock }) => stock === 0))
  const soldOut = product?.sizeStock?.find(({ stock }) => stock === 0)
  const inStock = product?.sizeStock?.find(({ stock }) => stock > 5)
  if (!product || !soldOut || !inStock) throw new Error('The demo shop has a product of which one size is sold out.')
  return { product, soldOut: soldOut.size, inStock: inStock.size }
}

test('the header of guests and shoppers is at most 110 px high', { tag: '@nightly' }, async ({ shopper: shop, page }) => {
  for (const path of ['/UserDashboard', '/UserDashboard/product']) {
    await shop.open(path)
    expect(await headerBottom(shop), path).toBeLessThanOrEqual(110)
  }
  await page.context().clearCookies()
  for (const path of ['/buy', '/login', '/homecart']) {
    await shop.open(path)
    expect(await headerBottom(shop), path).toBeLessThanOrEqual(110)
  }
})

test('the first screen of a product shows its picture, name, price and where the size is chosen', async ({ shop, page }) => {
  for (const product of (await shop.products('category=tee&limit=7')).slice(0, 2)) {
    await shop.open(`/product/${product._id}`)
    const bar = await page.locator('[data-add-bar]').boundingBox()
    const picture = page.getByRole('button', { name: /^Enlarge/ }).first()
    const sizes = page.getByRole('button', { name: 'Size guide' })
    for (const part of [picture, page.getByRole('heading', { level: 1 }), page.getByText('Inclusive of all taxes'), sizes]) {
      const box = await part.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), product.name).toBeLessThanOrEqual(bar?.y ?? 0)
    }
    await expect(page.getByText(`1/${product.pictures?.length ?? 4}`)).toBeInViewport()
  }
})

test('the size is chosen in a sheet from the bottom, where a sold-out size leads to the form for a mail', async ({ shop, page }) => {
  const { product, soldOut, inStock } = await findProductWithSoldOutSize(shop)
  await shop.open(`/product/${product._id}`)
  const bar = page.locator('[data-add-bar]')
  await expect(bar.getByRole('link', { name: 'Go to Cart' })).toHaveText('Go to Cart')
  expect((await bar.getByRole('link', { name: 'Go to Cart' }).boundingBox())?.width).toBeLessThanOrEqual(48)
  await bar.getByRole('button', { name: 'Select size' }).click()
  const sheet = page.getByRole('dialog', { name: 'Select size' })
  // It rises for a moment.
  await expect
    .poll(async () => {
      const box = await sheet.boundingBox()
      return [box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]
    })
    .toEqual([0, 390, 844])
  await expectAccessible({ page, name: 'the sizes of a product in a sheet' })
  await expect(sheet.getByRole('radio', { name: new RegExp(`^${soldOut} `) })).toHaveCount(0)
  await sheet.getByRole('button', { name: `${soldOut} Sold out` }).click()
  await expect(page.getByRole('combobox', { name: 'Size' })).toHaveValue(soldOut)
  await expect(page.getByRole('combobox', { name: 'Size' })).toBeInViewport()
  await bar.getByRole('button', { name: 'Select size' }).click()
  await sheet.getByRole('radio', { name: new RegExp(`^${inStock} `) }).check()
  await sheet.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cart 1 item' })).toBeVisible()
  await expect(bar.getByRole('button', { name: `Size ${inStock} , change` })).toBeVisible()
  expect((await bar.getByRole('link', { name: 'Go to Cart' }).boundingBox())?.width).toBeGreaterThan(48)
})

test('search opens from an icon, and a suggestion opens the product it names', { tag: '@nightly' }, async ({ shop, page }) => {
  const [product] = await listProducts(shop, 'category=kurta&limit=7')
  if (!product) throw new Error('The demo shop has kurtas.')
  await shop.open('/buy')
  const icon = page.getByRole('link', { name: 'Open search' })
  const field = page.getByRole('searchbox', { name: 'Search products' })
  await expect(field).toBeHidden()
  await icon.click()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(icon).toBeFocused()
  await icon.click()
  await field.fill(product.name.slice(0, -2))
  await page.getByRole('option', { name: new RegExp(product.name) }).waitFor()
  await expectAccessible({ page, name: 'the suggestions' })
  await page.getByRole('option', { name: new RegExp(product.name) }).click()
  await expect(page).toHaveURL(new RegExp(`/product/${product._id}/`))
  await expect(field).toBeHidden()
})
