import { area, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

const toFile = (name: string, lines: readonly string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

test('an administrator redirects a missing address, which then leads to its page', { tag: '@nightly' }, async ({ page, request }) => {
  const shop = await signInAdmin(page)
  const old = `/products/${crypto.randomUUID()}`
  const visit = () => request.get(`${old}?variant=1`, { headers: { accept: 'text/html' }, maxRedirects: 0 })
  expect((await visit()).status()).toBe(404)
  await expect(async () => {
    await shop.open(`${area}/settings/redirects`)
    await expect(page.getByRole('button', { name: `Redirect to … for ${old}` })).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expectAccessible({ page, name: 'old addresses' })
  await page.getByRole('button', { name: `Redirect to … for ${old}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a redirect' })
  await expect(dialog.getByLabel('Old address')).toHaveValue(old)
  await dialog.getByLabel('New address').fill('//evil.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('New address')).toHaveAccessibleDescription(/begins with one slash/)
  await dialog.getByLabel('New address').fill('/size-guide')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: '/size-guide' }).first()).toBeVisible()
  expect((await visit()).headers().location).toBe('/size-guide')
  await page.getByRole('button', { name: `Delete ${old}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: `Delete ${old}` })).toBeHidden()
})

test('an administrator imports redirects after a check', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  const id = crypto.randomUUID()
  await shop.open(`${area}/settings/redirects`)
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await page
    .getByLabel('Choose a CSV or Excel file')
    .setInputFiles(toFile('redirects.csv', ['From,To', `/${id},/buy`, `/${id}/b,https://evil.example`]))
  await expect(page.getByRole('row', { name: /^3 / })).toContainText('begins with one slash')
  await page.getByRole('button', { name: 'Import 1 line' }).click()
  await expect(page.getByText('The redirects are imported.')).toBeVisible()
  expect((await page.request.get(`/${id}`, { maxRedirects: 0 })).headers().location).toBe('/buy')
})

test('an imported customer is found in a new order, and deleted', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  const name = `Imported ${crypto.randomUUID().slice(0, 8)}`
  const phone = String(9_000_000_000 + Math.floor(Math.random() * 999_999_999))
  await shop.open(`${area}/customers`)
  await page.getByRole('link', { name: 'Import CSV' }).click()
  const lines = ['Name,Phone,Consent,Consent date,Consent source', `${name},${phone},yes,2024-05-01,form`, 'Bad,123,,,']
  await page.getByLabel('Choose a CSV or Excel file').setInputFiles(toFile('customers.csv', lines))
  await expect(page.getByRole('row', { name: /^3 Bad/ })).toContainText('10 digits')
  await expectAccessible({ page, name: 'the check of customers' })
  await page.getByRole('button', { name: 'Import 1 line' }).click()
  await expect(page.getByText('The customers are imported.')).toBeVisible()

  await shop.open(`${area}/new-order`)
  await page.getByLabel('Name, phone or email').fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: new RegExp(`${name}.*no orders yet`) }).click()
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue(phone)

  await shop.open(`${area}/customers?q=${phone}`)
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('Agreed, 1 May 2024: form.')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw the consent' }).click()
  await expect(page.getByText(/Does not agree/)).toBeVisible()
  await page.getByRole('button', { name: 'Delete imported details' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No customers found.')).toBeVisible()
})

test('orders of an earlier shop are imported after a check, found by search, and removed again', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  const number = `#${crypto.randomUUID().slice(0, 8)}`
  await shop.open(`${area}/OrderDetail`)
  await page.getByRole('link', { name: 'Import orders' }).click()
  const lines = [
    'Order,Order date,Name,Phone,Product,Quantity,Total',
    `${number},2025-05-01,Old Customer,9876500009,Tee,2,1598`,
    'X1,yesterday,,,,,',
  ]
  await page.getByLabel('Choose a CSV or Excel file').setInputFiles(toFile(`${number.slice(1)}.csv`, lines))
  await expect(page.getByRole('row', { name: /^3 X1/ })).toContainText('is not understood')
  await expectAccessible({ page, name: 'the check of orders of an earlier shop' })
  await page.getByRole('button', { name: 'Import 1 line' }).click()
  await expect(page.getByText('The orders are imported.')).toBeVisible()
  await shop.open(`${area}/desk?q=${encodeURIComponent(number)}`)
  await expect(page.getByRole('region', { name: 'Earlier shop' })).toContainText('2 × Tee')
  await shop.open(`${area}/past-orders/import`)
  await page.getByRole('button', { name: `Undo the import of ${number.slice(1)}.csv` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The orders of this import are removed.')).toBeVisible()
  await shop.open(`${area}/OrderDetail?q=${encodeURIComponent(number)}`)
  await expect(page.getByRole('region', { name: 'Earlier shop' })).toBeHidden()
})
