import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from './shop.ts'

test('a shopper withdraws a consent of before, downloads the data, deletes the account and keeps it after all', {
  tag: '@nightly',
}, async ({ shop, page }) => {
  const name = `Asha ${randomUUID().slice(0, 8)}`
  await shop.signIn({ name, pin: '7294' })
  await expect(page).toHaveURL(/UserDashboard/)
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Marketing emails' })).toHaveCount(0)
  await page.request.post('/api/v1/users/account/consents', { data: { purpose: 'marketing', given: true } })
  await shop.reload()
  const marketing = page.getByRole('switch', { name: 'Marketing emails' })
  await expect(marketing).toBeChecked()
  await marketing.focus()
  await page.keyboard.press('Space')
  await expect(marketing).not.toBeChecked()

  await page.getByRole('button', { name: 'Download my data' }).click()
  const pin = page.getByRole('dialog').getByLabel('Your PIN')
  await expect(pin).toBeFocused()
  await pin.fill('7294')
  const downloads = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const download = await downloads
  expect(download.suggestedFilename()).toMatch(/^my-data-.*\.json$/)
  const { data } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data).toMatchObject({
    account: [{ name }],
    consents: [
      { purpose: 'marketing', given: true },
      { purpose: 'marketing', given: false },
    ],
  })

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await pin.fill('7294')
  await page.keyboard.press('Enter')
  await shop.expectToast('Sign in before then to keep it.')
  await expect(page).toHaveURL(/\/buy$/)
  await shop.signIn({ name, pin: '7294' })
  await shop.expectToast('Welcome back. Your account will not be deleted.')
  await expect(page).toHaveURL(/UserDashboard/)
})
