import { randomUUID } from 'node:crypto'
import { expectAccessible } from './expect-accessible.ts'
import { readMail } from './read-mail.ts'
import { expect, Shop, test } from './shop.ts'

test('a shopper verifies an email address, asks for codes on new devices, and resets a forgotten PIN', { tag: '@nightly' }, async ({
  shop,
  page,
  browser,
}) => {
  const name = `Asha ${randomUUID().slice(0, 8)}`
  const email = `${randomUUID()}@example.com`
  await page.request.post('/api/v1/users/login', { data: { name, pin: '7294' } })
  await shop.open('/UserDashboard/account')
  const section = page.getByRole('region', { name: 'Email address' })
  await section.getByLabel('Email', { exact: true }).fill(email)
  await section.getByLabel('Your PIN').fill('7294')
  await section.getByRole('button', { name: 'Send a link' }).click()
  await expect(section.getByText(`We have sent a link to ${email}`)).toBeFocused()
  await shop.open(await readMail({ to: email, subject: 'Verify your email address', pattern: /\/verify-email\?token=[\w-]+/ }))
  await expectAccessible({ page, name: 'the page that verifies an address' })
  await page.getByRole('button', { name: 'Yes, this is my address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is verified' })).toBeFocused()
  await page.getByRole('link', { name: 'Open my account' }).click()
  await section.getByRole('button', { name: 'Switch on codes on new devices' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Your PIN')).toBeFocused()
  await expectAccessible({ page, name: 'the dialog that asks for the PIN' })
  await dialog.getByLabel('Your PIN').fill('7294')
  await page.keyboard.press('Enter')
  await expect(section.getByRole('button', { name: 'Switch off codes on new devices' })).toBeVisible()

  const context = await browser.newContext({ baseURL: process.env.SHOP_URL ?? '' })
  const phone = await context.newPage()
  const otherShop = new Shop(phone)
  await otherShop.open('/login')
  await phone.getByRole('link', { name: 'Forgot your PIN?' }).click()
  await phone.getByLabel('Username or email').fill(name)
  await phone.getByRole('button', { name: 'Send the link' }).click()
  await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await otherShop.open(await readMail({ to: email, subject: 'Choose a new PIN', pattern: /\/reset-pin\?token=[\w-]+/ }))
  await phone.getByLabel('New PIN', { exact: true }).fill('8305')
  await phone.getByLabel('New PIN again').fill('8305')
  await expectAccessible({ page: phone, name: 'the page of a new PIN' })
  await phone.getByRole('button', { name: 'Change PIN' }).click()
  await expect(phone.getByRole('heading', { name: 'Your PIN is changed' })).toBeFocused()
  await phone.getByRole('link', { name: 'Sign in' }).click()
  await otherShop.fillSignIn({ name, pin: '8305' })
  const codeField = phone.getByLabel('Code from our email')
  await expect(codeField).toBeFocused()
  await expectAccessible({ page: phone, name: 'the login form with a code from the mail' })
  await codeField.fill(await readMail({ to: email, subject: 'Your code to sign in', pattern: /^\d{6}\r?$/m }))
  await phone.keyboard.press('Enter')
  await expect(phone).toHaveURL(/UserDashboard/)
  await context.close()
  // The reset has signed this one out.
  await shop.reload()
  await expect(page).toHaveURL(/\/login/)
})
