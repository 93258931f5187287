import { area, createProduct, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('price and stock are edited in the list, and a product is archived and restored', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  const { _id: id, name } = await createProduct(page.request)
  const readStatus = async () => (await page.request.get(`/api/v1/products/${id}`)).status()
  await shop.open(`${area}/bulk-edit?q=${encodeURIComponent(name)}`)
  const price = page.getByLabel(`Price (₹) of ${name}`)
  const save = page.getByRole('button', { name: 'Save 1 product' })
  await price.fill('cheap')
  await page.getByLabel(`Stock of ${name}`).fill('9')
  await save.click()
  await expect(page.getByText('Price must be a number such as 799 or 799.50.')).toBeVisible()
  await expectAccessible({ page, name: 'bulk edit with an error' })
  await page.getByRole('link', { name: 'Categories' }).click()
  await page.getByRole('alertdialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Go back' }).click()
  await price.fill('₹1,650')
  await save.click()
  await expect(page.getByText('1 product saved', { exact: true })).toBeVisible()
  expect(await (await page.request.get(`/api/v1/products/${id}`)).json()).toMatchObject({ price: 1_650, stock: 9 })

  await page.getByLabel(`Select ${name}`).check()
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.locator('[data-row]')).toContainText('Archived')
  expect(await readStatus()).toBe(404)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.locator('[data-row]')).not.toContainText('Archived')
  expect(await readStatus()).toBe(200)
})
