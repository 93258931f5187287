import { randomUUID } from 'node:crypto'
import { area } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test('an administrator enters the PIN again, and the new PIN of a shopper follows', async ({ shop, page }) => {
  const name = `forgetful ${randomUUID().slice(0, 8)}`
  await page.request.post('/api/v1/users/login', { data: { name, pin: '1234' } })
  await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  // As if the sign-in was longer ago.
  const code = 'reauthentication_required'
  const answer = { status: 403, json: { code, message: 'Please enter your PIN again to continue.' } }
  await page.route('**/users/*/pin', (route) => route.fulfill(answer), { times: 1 })
  await shop.open(`${area}/userData?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Reset PIN of ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset PIN' }).click()

  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
  const pin = dialog.getByLabel('PIN', { exact: true })
  await expect(pin).toBeFocused()
  await expectAccessible({ page, name: 'the dialog for the PIN' })
  await pin.fill('wrong')
  await page.keyboard.press('Enter')
  await expect(pin).toHaveAccessibleDescription('This is not your current PIN.')
  await expect(pin).toBeFocused()
  await pin.fill(shop.adminPin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `New PIN for ${name}` })).toBeVisible()
})
