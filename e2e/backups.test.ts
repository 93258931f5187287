import { area, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test('an administrator writes a backup and downloads it', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  await shop.open(`${area}/settings/tax`)
  await page.getByRole('link', { name: 'Files' }).click()
  await page.getByRole('link', { name: 'Backups' }).click()
  await expect(page.getByRole('heading', { name: 'Backups', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('The backup is written in the background.')).toBeVisible()
  const row = page.getByRole('row', { name: /auto-.*\.tar\.gz/ }).first()
  await expect(row).toContainText('MB', { timeout: 60_000 })
  await shop.reload()
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeEnabled()
  await expectAccessible({ page, name: 'the list of backups' })
  const downloading = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download the backup of/ }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^auto-.*\.tar\.gz$/)
  await expect(page.getByText('The file is saved.')).toBeVisible()
})
