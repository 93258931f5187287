import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { openElsewhere } from './open-elsewhere.ts'
import { expect, test } from './shop.ts'

const newName = () => `asha ${randomUUID().slice(0, 8)}`

/** Opens another site with a link that signs out, and follows it. */
async function followLogoutLink({ page, origin }: { page: Page; origin: string }): Promise<void> {
  await openElsewhere({ page, body: `<a href="${origin}/logout">A link</a>` })
  await page.getByRole('link', { name: 'A link' }).click()
  await page.locator('html[data-ready]').waitFor()
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible()
}

test('a shopper registers on the way to a page, stays in the area, signs out and signs in again', async ({ shop, page }) => {
  const credentials = { name: newName(), pin: '1234' }
  await shop.open('/UserDashboard/cart')
  await expect(page).toHaveURL(/\/login\?to=/)
  await shop.fillSignIn(credentials)
  await shop.expectToast('Login successful')
  await expect(page).toHaveURL(/\/UserDashboard\/cart$/)
  await expect(page.getByRole('heading', { name: 'Your Cart', exact: true })).toBeVisible()
  expect(await shop.navigationLinks()).toEqual([
    ['Home', '/UserDashboard/home'],
    ['Cart', '/UserDashboard/cart'],
  ])
  await page.getByRole('button', { name: /notification/i }).click()
  await expect(page.getByText(/^No notifications yet\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /account/i }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Logout'])
  await shop.open('/AdminDashboardWrapper/UserData')
  await expect(page).toHaveURL(/\/UserDashboard$/)

  await shop.open('/UserDashboard/cart')
  await expect(page.getByRole('heading', { name: 'Your Cart', exact: true })).toBeVisible()
  await shop.open('/Logout')
  await shop.expectToast('You have been logged out. We hope to see you again soon!')
  await expect(page).toHaveURL(/\/buy$/)
  // No private data after the back button.
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?to=/)
  await expect(page.getByRole('heading', { name: 'Your Cart', exact: true })).toBeHidden()
  await shop.signIn(credentials)
  await expect(page).toHaveURL(/\/UserDashboard$/)

  // The session expires.
  await page.context().clearCookies({ name: 'sid' })
  await shop.open('/UserDashboard/cart')
  await expect(page).toHaveURL(/\/login\?to=/)
  await shop.fillSignIn(credentials)
  await expect(page).toHaveURL(/\/UserDashboard\/cart$/)
})

test('an administrator is redirected to the admin area', async ({ shop, page }) => {
  await shop.signIn({ name: 'admin', pin: shop.adminPin })
  await expect(page).toHaveURL(/\/AdminDashboardWrapper$/)
  await shop.open('/UserDashboard/cart')
  await expect(page).toHaveURL(/\/AdminDashboardWrapper$/)
  const links = await shop.navigationLinks()
  expect(links).toEqual([
    ['Users', '/AdminDashboardWrapper/UserData'],
    ['ListProduct', '/AdminDashboardWrapper/ListProduct'],
    ['VISITER', '/AdminDashboardWrapper/AdminAnalysis'],
    ['OrderDetail', '/AdminDashboardWrapper/OrderDetail'],
    ['DELETE PRODUCT', '/AdminDashboardWrapper/Payment'],
  ])
})

test('a link on another site asks before it signs out', { tag: '@nightly' }, async ({ page, baseURL }) => {
  const origin = baseURL ?? ''
  await page.request.post('/api/v1/users/login', { data: { name: newName(), pin: '1234' } })
  await followLogoutLink({ page, origin })
  await expectAccessible({ page, name: 'the question before logging out' })
  expect((await page.request.get('/api/v1/users/loggedinuser')).status()).toBe(200)
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await followLogoutLink({ page, origin })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/buy$/)
  expect((await page.request.get('/api/v1/users/loggedinuser')).status()).toBe(401)
})
