import { area, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

// PIN codes of their own, which no other test orders to.

test('an administrator limits an area, which the product page says', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  await shop.open(`${area}/shipments`)
  await page.getByRole('navigation', { name: 'Orders' }).getByRole('link', { name: 'Delivery' }).click()
  await expect(page.getByRole('heading', { name: 'Delivery', level: 1 })).toBeVisible()
  await expectAccessible({ page, name: 'delivery' })
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await dialog.getByLabel('First digits of the PIN codes').fill('74a3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('First digits of the PIN codes')).toHaveAccessibleDescription(/at most 6/)
  await expectAccessible({ page, name: 'the dialog of a rule' })
  await dialog.getByLabel('First digits of the PIN codes').fill('7443')
  await dialog.getByLabel('Delivery', { exact: true }).selectOption('No')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /^7443… No/ })).toBeVisible()
  await expect(page.getByText('7443: No delivery').first()).toBeVisible()

  const [product] = await shop.products('limit=7')
  await shop.open(`/product/${product?._id}`)
  await page.getByLabel('Delivery to your PIN code').fill('744301')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('We do not deliver to 744301, Nicobar, Andaman and Nicobar Islands, yet.')).toBeVisible()

  await shop.open(`${area}/delivery?q=744301`)
  await page.getByRole('button', { name: 'Delete 7443…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Delete 7443…' })).toBeHidden()
})
