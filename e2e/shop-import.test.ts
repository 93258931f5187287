import { buildZip } from '#testing/zip-files.ts'
import { area, createSuffix, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

const columns = 'Handle,Title,Product id,Category key,Plain description,Variant Price,Variant Inventory Qty,Status,Image key'

test.afterEach(deleteMadeProducts)

test('an administrator moves in with the export of another shop, and reads what was refused', { tag: '@nightly' }, async ({ page }) => {
  const suffix = createSuffix()
  const name = `moved-${suffix}`
  const products = [columns, `${name},Moved tee ${suffix},,TEE,Soft.,499,3,active,`, `${name}-2,Bad tee,,TEE,Soft.,cheap,3,active,`].join(
    '\r\n',
  )
  const zip = buildZip(
    Object.entries({ 'products.csv': products, 'returns.csv': 'Return,Order\r\nR-1,1', 'settings.json': '{}' }).map(([file, text]) => ({
      name: file,
      bytes: Buffer.from(text),
    })),
  )
  const shop = await signInAdmin(page)
  await shop.open(`${area}/settings/import`)
  const choose = page.getByLabel('Choose the zip file of an export')
  await choose.setInputFiles({ name: 'shop.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') })
  await expect(page.getByText('This is no complete zip file.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Delete the import of shop.zip' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The import is deleted.')).toBeVisible()

  await choose.setInputFiles({ name: 'shop.zip', mimeType: 'application/zip', buffer: zip })
  await expect(page.getByRole('row', { name: /Products with sizes and stock 2/ })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Returns belong to orders of the earlier shop.')).toBeVisible()
  await expectAccessible({ page, name: 'a checked import' })
  await shop.reload()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('The import is complete.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('row', { name: /products\.csv, 3 Bad tee Price must be a number/ })).toBeVisible()
  await expectAccessible({ page, name: 'a complete import' })
  await page.getByRole('button', { name: 'Delete the import of shop.zip' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The import is deleted.')).toBeVisible()
})
