import { randomUUID } from 'node:crypto'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test('a shopper changes an easy PIN and signs other devices out', { tag: '@nightly' }, async ({ shop, page, playwright, baseURL }) => {
  const name = `Asha ${randomUUID().slice(0, 8)}`
  await shop.signIn({ name, pin: '1234' })
  await expect(page).toHaveURL(/UserDashboard/)
  const device = async () => {
    const context = await playwright.request.newContext({ baseURL: String(baseURL) })
    await context.post('/api/v1/users/login', { data: { name, pin: '1234' } })
    return context
  }
  const [phone, tablet] = [await device(), await device()]
  const status = async (context: typeof phone) => (await context.get('/api/v1/users/loggedinuser')).status()

  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
  await expectAccessible({ page, name: 'the account page' })
  await expect(page.getByText('Your PIN is easy to guess.')).toBeVisible()
  const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(sessions).toHaveCount(3)
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)

  await page
    .getByRole('button', { name: /^Sign out .*last seen/ })
    .first()
    .click()
  await expect(sessions).toHaveCount(2)
  expect([await status(phone), await status(tablet)].toSorted()).toEqual([200, 401])

  const change = page.getByRole('button', { name: 'Change PIN' })
  await change.click()
  await expect(page.getByLabel('Current PIN')).toBeFocused()
  await page.getByLabel('Current PIN').fill('9999')
  await page.getByLabel('New PIN').fill('7294')
  await change.click()
  await expect(page.getByText('This is not your current PIN.')).toBeVisible()
  await expect(page.getByLabel('New PIN')).toHaveValue('7294')
  await page.getByLabel('Current PIN').fill('1234')
  await change.click()
  await shop.expectToast('Your PIN has been changed.')
  await expect(page.getByText('Your PIN is easy to guess.')).toBeHidden()
  await expect(sessions).toHaveCount(1)
  expect([await status(phone), await status(tablet)]).toEqual([401, 401])
})
