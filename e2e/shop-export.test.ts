import { readFile } from 'node:fs/promises'
import { readZip } from '#testing/read-zip.ts'
import { area, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test('an administrator exports everything, downloads the file and deletes it', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  await shop.open(`${area}/settings/export`)
  await page.getByRole('button', { name: 'Export everything' }).click()
  await expect(page.getByText('The export has begun.')).toBeVisible()
  const loads = page.getByRole('button', { name: /^Download the export/ })
  await expect(loads.first()).toBeVisible({ timeout: 60_000 })
  await expectAccessible({ page, name: 'the export of everything' })
  const download = page.waitForEvent('download')
  await loads.first().click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^shop-\d{4}-\d\d-\d\d\.zip$/)
  const files = await readZip(await readFile(await file.path()))
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['README.txt', 'products.csv', 'orders.csv', 'settings.json']))
  await shop.reload()
  await page
    .getByRole('button', { name: /^Delete the export/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The export is deleted.')).toBeVisible()
})
