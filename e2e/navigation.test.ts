import { area, signInAdmin } from './admin-page.ts'
import { expect, test } from './shop.ts'

test('the link of the page one is on is marked, on other pages the first', async ({ page }) => {
  const shop = await signInAdmin(page)
  const current = page.getByRole('navigation', { name: 'Main' }).locator('a[aria-current=page]').filter({ visible: true })
  for (const [path, label] of [
    [`${area}/OrderDetail`, 'OrderDetail'],
    [`${area}/payment?sort=stock`, 'DELETE PRODUCT'],
    [`${area}/adminanalysis`, 'VISITER'],
    [area, 'Users'],
    [`${area}/privacy`, 'Users'],
  ] as const) {
    await shop.open(path)
    await expect(current).toHaveText([label])
  }
})

test('a failed logout on a directly opened page leads back into the shop', async ({ page }) => {
  await signInAdmin(page)
  await page.route('**/users/logout', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('data:text/html,elsewhere')
  await page.goto('/Logout')
  await expect(page.getByRole('alertdialog', { name: 'Error!' })).toContainText('Logout failed. Please try again.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(new RegExp(`${area}$`))
})

test('a failed logout leads back to the page it was asked on', async ({ page }) => {
  const shop = await signInAdmin(page)
  await page.route('**/users/logout', (route) => route.fulfill({ status: 500, json: {} }))
  await shop.open(`${area}/OrderDetail`)
  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(new RegExp(`${area}/OrderDetail$`))
})
