import { buildCsv } from '#testing/product-files.ts'
import { area, createSuffix, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('an administrator imports a file after a look at what it does, and finds the result again', async ({ page }) => {
  const shop = await signInAdmin(page)
  const suffix = createSuffix()
  const product = { Name: `Imported ${suffix}`, Description: 'Made for a test.', Type: 'DENIM', Price: '₹1,299', Stock: '3' }
  const csv = buildCsv([
    { ...product, Size: 'M' },
    { Name: product.Name, Size: 'L', Stock: '2' },
    { ...product, Name: `Wrong ${suffix}`, Price: 'cheap' },
  ])
  await shop.open(`${area}/import`)
  await page.getByLabel('Choose a CSV file').setInputFiles({ name: `${suffix}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByText('Checked 3 lines: 1 new, 0 changed, 0 unchanged, 1 with errors. Nothing has been changed yet.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Wrong/ })).toContainText('Price must be a number such as 799 or 799.50.')
  await expectAccessible({ page, name: 'a checked import' })
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByText('Imported: 1 of 1 products')).toBeVisible()

  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${suffix}.csv`) })).toContainText('1 imported, 1 with errors')
  const { products } = await (await page.request.get(`/api/v1/products/admin?q=${suffix}`)).json()
  expect(products).toMatchObject([{ name: product.Name, price: 1299, stock: 5 }])
})
