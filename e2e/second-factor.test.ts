import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TOTP } from 'otpauth'
import { area } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

/** An administrator of the test's own, because the others sign in without a code. */
async function createAdministrator(): Promise<{ name: string; pin: string }> {
  const name = `Meera ${randomUUID().slice(0, 8)}`
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: process.env.SHOP_DATA_DIR ?? '' }
  const file = join(import.meta.dirname, '../server/cli/admin.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [file, name], { env })
  return { name, pin: /PIN: (\d+)/.exec(stdout)?.[1] ?? '' }
}

test('an administrator sets up a second factor and signs in with it', { tag: '@nightly' }, async ({ shop, page }) => {
  const administrator = await createAdministrator()
  await shop.signIn(administrator)
  await expect(page).toHaveURL(new RegExp(`${area}$`))
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('heading', { name: 'Add the shop to your app' })).toBeFocused()
  await expectAccessible({ page, name: 'the key of the second factor' })
  const secret = ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '')
  const readCode = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

  const codeField = page.getByLabel('Code', { exact: true })
  await codeField.fill('12345')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(codeField).toHaveAccessibleDescription(/This code is wrong/)
  await expect(codeField).toBeFocused()
  await codeField.fill(readCode(0))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await page.locator('main').getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await expectAccessible({ page, name: 'the recovery codes' })
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page).toHaveURL(new RegExp(`${area}$`))

  await shop.open('/logout')
  await expect(page).toHaveURL(/\/buy$/)
  await shop.signIn(administrator)
  const loginCode = page.getByLabel('Code from your authenticator app')
  await expect(loginCode).toBeFocused()
  await loginCode.fill('000000')
  await page.keyboard.press('Enter')
  await expect(loginCode).toHaveAccessibleDescription(/This code is wrong/)
  await expect(loginCode).toBeFocused()
  await loginCode.fill(readCode(1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${area}$`))

  await shop.open('/logout')
  await expect(page).toHaveURL(/\/buy$/)
  await shop.signIn(administrator)
  await loginCode.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${area}$`))
  await shop.open(`${area}/second-factor`)
  await expect(page.getByText('Recovery codes left: 9.')).toBeVisible()

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const renewed = await page.locator('main').getByRole('listitem').allTextContents()
  expect(new Set([...codes, ...renewed]).size).toBe(20)
  await shop.open(`${area}/second-factor`)
  await expect(page.getByText('Recovery codes left: 10.')).toBeVisible()

  await page.getByRole('button', { name: 'Set up another app' }).click()
  await expect(page.getByRole('heading', { name: 'Add the shop to your app' })).toBeFocused()
  const nextSecret = ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '')
  expect(nextSecret).not.toBe(secret)
  await codeField.fill(new TOTP({ secret: nextSecret }).generate())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
})

test('the PIN is asked for before the second factor of an older session is set up', { tag: '@nightly' }, async ({ shop, page }) => {
  const { name, pin } = await createAdministrator()
  await shop.signIn({ name, pin })
  await expect(page).toHaveURL(new RegExp(`${area}$`))
  await shop.open(`${area}/second-factor`)
  // The page has loaded: its own request has the same URL.
  const setUp = page.getByRole('button', { name: 'Set up' })
  await setUp.waitFor()
  const start = '**/api/v1/users/second-factor'
  const error = 'Please enter your PIN again to continue.'
  const json = { code: 'reauthentication_required', error, message: error }
  await page.route(start, (route) => route.fulfill({ status: 403, json }), { times: 1 })
  await setUp.click()
  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
  await dialog.getByLabel('PIN', { exact: true }).fill(pin)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Add the shop to your app' })).toBeFocused()
})

test('an administrator who must set up a second factor is led there from every screen', { tag: '@nightly' }, async ({ shop, page }) => {
  await page.route('**/users/loggedinuser', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), needsSecondFactor: true } })
  })
  await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  for (const path of [area, `${area}/OrderDetail`]) {
    await shop.open(path)
    await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${area}/second-factor$`))
  }
})
