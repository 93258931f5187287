import { randomUUID } from 'node:crypto'
import { area } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test('an administrator finds a shopper, enters the PIN again, and the shopper signs in with the new PIN', async ({
  shop,
  page,
  request,
}) => {
  const name = `forgetful ${randomUUID().slice(0, 8)}`
  const signIn = async (pin: string) => (await request.post('/api/v1/users/login', { data: { name, pin } })).status()
  expect(await signIn('forgotten')).toBe(200)
  await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  // As if the sign-in was longer ago.
  const code = 'reauthentication_required'
  const answer = { status: 403, json: { code, message: 'Please enter your PIN again to continue.' } }
  await page.route('**/users/*/pin', (route) => route.fulfill(answer), { times: 1 })
  await shop.open(area)
  await page.getByRole('searchbox').fill(name.toUpperCase())
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: `Reset PIN of ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset PIN' }).click()

  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
  const ownPin = dialog.getByLabel('PIN', { exact: true })
  await expect(ownPin).toBeFocused()
  await expectAccessible({ page, name: 'the dialog for the PIN' })
  await ownPin.fill('wrong')
  await page.keyboard.press('Enter')
  await expect(ownPin).toHaveAccessibleDescription('This is not your current PIN.')
  await expect(ownPin).toBeFocused()
  await ownPin.fill(shop.adminPin)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: `New PIN for ${name}` })
  const newPin = (await shown.getByText(/^\d+$/).textContent()) ?? ''
  await shown.getByRole('button', { name: 'Done' }).click()
  expect(await signIn('forgotten')).toBe(409)
  expect(await signIn(newPin)).toBe(200)
})
