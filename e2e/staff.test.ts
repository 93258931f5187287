import { randomUUID } from 'node:crypto'
import { area, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test('an owner invites a packer, who joins and sees the screens of orders only', async ({ page }) => {
  const shop = await signInAdmin(page)
  await shop.open(`${area}/staff`)
  await expectAccessible({ page, name: 'the staff' })
  await page.getByRole('button', { name: 'Invite an administrator' }).click()
  await page.getByRole('button', { name: 'Create the link' }).click()
  const dialog = page.getByRole('dialog', { name: 'The link of the invitation' })
  const link = new URL((await dialog.getByText('/join-staff?token=').textContent()) ?? '')
  await shop.open(link.pathname + link.search)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectAccessible({ page, name: 'the invitation' })
  await page.getByLabel('Username').fill(`Packer ${randomUUID().slice(0, 8)}`)
  await page.getByLabel('PIN', { exact: true }).fill('loom and lane')
  await page.getByLabel('PIN again').fill('loom and lane')
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page).toHaveURL(new RegExp(`${area}/desk`))
  await expect(page.getByRole('navigation', { name: 'Orders' }).getByRole('link')).toHaveText(['All orders', 'Desk', 'Returns'])
  await shop.open(`${area}/customers`)
  await expect(page.getByText('Your account does not have the right “Customers”.')).toBeVisible()
})
