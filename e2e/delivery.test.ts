import { area, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

// PIN codes of their own, which no other test orders to.

test('an administrator limits an area, which the product page says', async ({ page }) => {
  const shop = await signInAdmin(page)
  await shop.open(`${area}/shipments`)
  await page.getByRole('navigation', { name: 'Orders' }).getByRole('link', { name: 'Delivery' }).click()
  await expect(page.getByRole('heading', { name: 'Delivery', level: 1 })).toBeVisible()
  await expectAccessible({ page, name: 'delivery' })
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await dialog.getByLabel('First digits of the PIN codes').fill('7443x')
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

test("an administrator imports a courier's list after a check", async ({ page }) => {
  const shop = await signInAdmin(page)
  await shop.open(`${area}/delivery`)
  await page.getByRole('link', { name: 'Import CSV' }).click()
  const lines = ['Pincode,Serviceable,COD', '744201,Y,N', '74420X,Y,N']
  const file = { name: 'courier.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await page.getByLabel('Choose a CSV file').setInputFiles(file)
  await expect(page.getByRole('row', { name: /^3 74420X/ })).toContainText('no PIN code')
  await expectAccessible({ page, name: 'the check of delivery rules' })
  await page.getByRole('button', { name: 'Import 1 line' }).click()
  await expect(page.getByText('The rules are imported.')).toBeVisible()
  expect(await (await page.request.get('/api/v1/pins/744201')).json()).toMatchObject({ deliver: true, cod: 'no' })
  await shop.open(`${area}/delivery?q=744201`)
  await page.getByRole('button', { name: 'Delete 744201' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Delete 744201' })).toBeHidden()
})
