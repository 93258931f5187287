import { buildCsv } from '#testing/product-files.ts'
import { area, createSuffix, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('an administrator imports a file after a look at what it does, and finds the result again', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  const suffix = createSuffix()
  const product = { Name: `Imported ${suffix}`, Description: 'Made for a test.', Type: 'DENIM', Price: '₹1,299', Stock: '3' }
  const csv = buildCsv([
    { ...product, Size: 'M' },
    { Name: product.Name, Size: 'L', Stock: '2' },
    { ...product, Name: `Wrong ${suffix}`, Price: 'cheap' },
  ])
  await shop.open(`${area}/import`)
  await page.getByLabel('Choose a file').setInputFiles({ name: `${suffix}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByText('Checked 3 lines: 1 new, 0 changed, 0 unchanged, 1 with errors. Nothing has been changed yet.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Wrong/ })).toContainText('Price must be a number such as 799 or 799.50.')
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByText('Imported: 1 of 1 products')).toBeVisible()

  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${suffix}.csv`) })).toContainText('1 imported, 1 with errors')
  const { products } = await (await page.request.get(`/api/v1/products/admin?q=${suffix}`)).json()
  expect(products).toMatchObject([{ name: product.Name, price: 1299, stock: 5 }])
})

test('a file of Shopify is imported on the first check, and an edited choice is checked before', async ({ page }) => {
  const shop = await signInAdmin(page)
  const suffix = createSuffix()
  const option = { 'Option1 Name': 'Size', 'Variant Price': '1,299', 'Variant Compare At Price': '1599', 'Variant Inventory Qty': '2' }
  const handle = `shopify-${suffix}`
  const csv = buildCsv([
    {
      Handle: handle,
      Title: `Shopify ${suffix}`,
      Type: '',
      'Product Category': 'Apparel > Tees',
      ...option,
      'Option1 Value': 's',
      Status: 'draft',
    },
    { Handle: handle, ...option, 'Option1 Name': '', 'Option1 Value': '2xl' },
  ])
  await shop.open(`${area}/import`)
  await page.getByLabel('Choose a file').setInputFiles({ name: `${suffix}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByText('Checked 2 lines: 1 new, 0 changed, 0 unchanged, 0 with errors.')).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(suffix) })
  await expect(row).toContainText('Tees · ₹1,299 · MRP ₹1,599 · draft')
  await expect(row).toContainText('4 in stock: S 2, XXL 2')
  await expect(row).toContainText('It has no description: the name stands there.')
  await expectAccessible({ page, name: 'a checked file of Shopify' })
  await page.getByLabel('Country of origin').fill('Nepal')
  await expect(page.getByText('Your choices are not checked yet')).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(row).toContainText('Country of origin: Nepal, as chosen above.')
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByText('Imported: 1 of 1 products')).toBeVisible()
  const { products } = await (await page.request.get(`/api/v1/products/admin?status=draft&q=${suffix}`)).json()
  expect(products).toMatchObject([{ price: 1299, mrp: 1599, sizes: ['S', 'XXL'], details: { countryOfOrigin: 'Nepal' } }])
  await page.request.delete(`/api/v1/products/${products[0]._id}`)
})
