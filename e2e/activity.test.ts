import { area, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test('the activity shows a change with its values, filters, and leads to the record', async ({ page }) => {
  const shop = await signInAdmin(page)
  await shop.open(`${area}/categories?open=TEE`)
  const drawer = page.getByRole('dialog')
  const name = drawer.getByLabel('Name')
  const before = await name.inputValue()
  await name.fill('Cotton tees')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer.getByRole('region', { name: 'History' })).toContainText(`${before}`)
  await shop.open(`${area}/activity?kind=category&subject=TEE`)
  const row = page.getByRole('row').filter({ hasText: 'Category changed' }).first()
  await expect(row).toContainText('Cotton tees')
  await expectAccessible({ page, name: 'activity' })
  await row.getByRole('link', { name: 'Cotton tees' }).click()
  await expect(name).toHaveValue('Cotton tees')
  // Other tests of this shop name the category.
  await name.fill(before)
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer.getByText('Category saved')).toBeVisible()
})
