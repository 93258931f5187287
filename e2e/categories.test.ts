import { area, createProduct, createSuffix, deleteMadeProducts, picture, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, Shop, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('a category that an administrator adds is in the menu, with its products and its size guide', async ({ page }) => {
  const shop = await signInAdmin(page)
  const key = `E2E-${createSuffix().toUpperCase()}`
  const name = `Nehru "jackets" ${key}`
  await shop.open(`${area}/categories`)
  await page.getByRole('link', { name: 'Add a category' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name', { exact: true }).fill(name)
  await expect(drawer.getByLabel('Short name')).toHaveValue(`NEHRU-JACKETS-${key}`)
  await drawer.getByLabel('Short name').fill(key)
  await drawer.getByRole('button', { name: 'Add category' }).click()
  const row = page.getByRole('row', { name: new RegExp(key) })
  await row.getByRole('link', { name: `Edit ${name}` }).click()
  await drawer.getByLabel('Description').fill('Stand collars, for cold evenings.')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer.getByText('Category saved')).toBeVisible()
  await drawer.getByLabel('Image', { exact: true }).setInputFiles(await picture())
  await drawer.getByRole('button', { name: 'Save picture' }).click()
  await expect(drawer.getByText('Picture saved')).toBeVisible()
  await drawer.getByLabel('Chest of M', { exact: true }).fill('wide')
  await drawer.getByRole('button', { name: 'Save size guide' }).click()
  await expect(drawer.getByText('Enter centimetres such as 92 or 92-97.')).toBeVisible()
  await drawer.getByLabel('Chest of M', { exact: true }).fill('99-101')
  await drawer.getByRole('button', { name: 'Save size guide' }).click()
  await expect(drawer.getByText('Size guide saved')).toBeVisible()
  await expectAccessible({ page, name: 'size guide of a category' })
  const multipart = {
    name: `Jacket ${key}`,
    description: 'Made for a test.',
    price: '500',
    stock: '5',
    category: key,
    image: await picture(),
  }
  const { product } = await (await page.request.post('/api/v1/products/createProduct', { multipart })).json()

  await shop.open('/buy')
  await page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('Stand collars, for cold evenings.')).toBeVisible()
  await expect(shop.card(0)).toContainText(`Jacket ${key}`)
  await page.getByRole('button', { name: 'Size guide' }).click()
  await expect(page.getByRole('dialog').getByRole('cell', { name: '99–101' })).toBeVisible()
  await page.keyboard.press('Escape')

  await shop.open(`${area}/categories`)
  await row.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 product is in this category. Move or delete it first.')).toBeVisible()
  await page.request.delete(`/api/v1/products/${product._id}`)
  await row.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

test('a collection that an administrator makes has a page without JavaScript', { tag: '@nightly' }, async ({ page, browser, baseURL }) => {
  const shop = await signInAdmin(page)
  const key = createSuffix()
  const [first, second] = await Promise.all([createProduct(page.request), createProduct(page.request)])
  await shop.open(`${area}/collections`)
  await page.getByRole('link', { name: 'Add a collection' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Title').fill(`Festive ${key}`)
  await drawer.getByLabel('Text').fill('For the evening.\n\nIt began with a lamp.')
  for (const { name } of [first, second]) {
    await drawer.getByLabel('Search products to add').fill(name)
    await drawer.getByLabel('Search products to add').press('Enter')
    await drawer.getByRole('button', { name: `Add ${name}` }).click()
  }
  await drawer.getByRole('button', { name: `Move ${second.name} up` }).press('Enter')
  await expectAccessible({ page, name: 'a new collection' })
  await drawer.getByRole('button', { name: 'Add collection' }).click()
  const row = page.getByRole('row', { name: new RegExp(`Festive ${key}`) })
  await expect(row).toContainText('Always')
  await row.getByRole('link', { name: `Festive ${key}`, exact: true }).click()
  await drawer.getByLabel('Image', { exact: true }).setInputFiles(await picture())
  await drawer.getByRole('button', { name: 'Save picture' }).click()
  await expect(drawer.getByText('Picture saved')).toBeVisible()
  await page.keyboard.press('Escape')

  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const guest = await context.newPage()
  await new Shop(guest).openUnready('/buy')
  await guest.getByRole('link', { name: 'All collections' }).click()
  await expect(guest.getByRole('listitem').filter({ hasText: `Festive ${key}` })).toContainText('For the evening.')
  await expect(guest.getByText('It began with a lamp.')).toHaveCount(0)
  await guest.getByRole('link', { name: `Festive ${key}` }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(`Festive ${key}`)
  await expect(guest.getByText('For the evening.')).toBeVisible()
  await expect(guest.getByRole('region', { name: 'The story' })).toContainText('It began with a lamp.')
  await expect(guest.locator('main header img')).toHaveAttribute('src', /^\/images\/festive-/)
  await expect(guest.getByRole('article').getByRole('heading')).toHaveText([second.name, first.name])
  await context.close()

  await shop.open(`/collection/festive-${key}`)
  await expectAccessible({ page, name: 'a collection' })
  await shop.open(`${area}/collections`)
  await row.getByRole('button', { name: `Delete Festive ${key}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  expect((await page.request.get(`/collection/festive-${key}`)).status()).toBe(404)
})
