import { randomUUID } from 'node:crypto'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

const newName = () => `asha ${randomUUID().slice(0, 8)}`

test('a shopper registers, signs out and signs in again', async ({ shop, page }) => {
  const name = newName()
  await shop.signIn({ name, pin: '1234' })
  await shop.expectToast('Login successful')
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await page.goto('/Logout')
  await shop.expectToast('You have been logged out. We hope to see you again soon!')
  await expect(page).toHaveURL(/\/buy$/)
  await shop.signIn({ name, pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
})

test('the button is busy while the request is pending', async ({ shop, page }) => {
  await shop.open('/login')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/users/login', async (route) => {
    await released
    await route.continue()
  })
  await page.getByLabel('Username').fill(newName())
  await page.getByLabel('PIN').fill('1234')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  release()
  await expect(page).toHaveURL(/\/UserDashboard$/)
})

test('a wrong PIN shows an inline error and a dialog, and restores the focus', async ({ shop, page }) => {
  const name = newName()
  await page.request.post('/api/v1/users/login', { data: { name, pin: '1234' } })
  await page.context().clearCookies()
  await shop.signIn({ name, pin: '9999' })
  const dialog = page.getByRole('alertdialog', { name: 'Oops!' })
  await expect(dialog).toContainText('Username already taken. Please try a different name.')
  await expect(dialog).toHaveAccessibleDescription(/Registered before\? Check your PIN\.$/)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert').getByText('Registered before? Check your PIN.')).toBeVisible()
  await expect(page.getByLabel('PIN')).toBeFocused()
})

test('other errors and a lost connection show the other dialog', async ({ shop, page }) => {
  await shop.signIn({ name: newName(), pin: '12' })
  const dialog = page.getByRole('alertdialog', { name: 'Error!' })
  await expect(dialog).toContainText('PIN must have at least 4 characters.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.route('**/users/login', (route) => route.abort())
  await page.getByLabel('PIN').fill('1234')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog).toContainText('An error occurred.')
})

test('both fields are required', async ({ shop, page }) => {
  await shop.open('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByText('Username is required.')).toBeVisible()
})

test('a guest returns to the requested page after signing in', async ({ shop, page }) => {
  await page.goto('/UserDashboard/cart')
  await expect(page).toHaveURL(/\/login\?to=/)
  await shop.fillSignIn({ name: newName(), pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard\/cart$/)
})

test('sign-in does not redirect to another site', async ({ shop, page }) => {
  await shop.open('/login?to=//evil.example/UserDashboard')
  await shop.fillSignIn({ name: newName(), pin: '1234' })
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/UserDashboard$/)
})

test('a shopper cannot open the admin area', async ({ shop, page }) => {
  await shop.signIn({ name: newName(), pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await page.goto('/AdminDashboardWrapper/UserData')
  await expect(page).toHaveURL(/\/UserDashboard$/)
})

test('an administrator is redirected to the admin area', async ({ shop, page }) => {
  await shop.signIn({ name: 'admin', pin: shop.adminPin })
  await expect(page).toHaveURL(/\/AdminDashboardWrapper$/)
  await page.goto('/UserDashboard/cart')
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

test("a shopper's links, bell and menu", async ({ shop, page }) => {
  await shop.signIn({ name: newName(), pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
  expect(await shop.navigationLinks()).toEqual([
    ['Home', '/UserDashboard/home'],
    ['Cart', '/UserDashboard/cart'],
  ])
  await page.getByRole('button', { name: /notification/i }).click()
  await expect(page.getByText(/^No notifications yet\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /account/i }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Logout'])
})

test('an expired session leads to the sign-in and back', async ({ shop, page, context }) => {
  const name = newName()
  await shop.signIn({ name, pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
  const cookies = (await context.cookies()).filter((cookie) => cookie.name !== 'sid')
  await context.clearCookies()
  await context.addCookies(cookies)
  await page.goto('/UserDashboard/cart')
  await expect(page).toHaveURL(/\/login\?to=/)
  await shop.fillSignIn({ name, pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard\/cart$/)
})

test('after signing out the back button shows no private data', async ({ shop, page }) => {
  await shop.signIn({ name: newName(), pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await page.goto('/UserDashboard/cart')
  await expect(page.getByRole('heading', { name: 'Your Cart', exact: true })).toBeVisible()
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/buy$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?to=/)
  await expect(page.getByRole('heading', { name: 'Your Cart', exact: true })).toBeHidden()
})

test('a link on another site asks before it signs out', async ({ shop, page, baseURL }) => {
  await shop.signIn({ name: newName(), pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
  const open = async () => {
    await page.route('http://elsewhere.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${baseURL}/logout">A link</a>` }),
    )
    await page.goto('http://elsewhere.example/')
    await page.getByRole('link', { name: 'A link' }).click()
    await page.locator('html[data-ready]').waitFor()
    await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible()
  }
  await open()
  await expectAccessible({ page, name: 'the question before logging out' })
  expect((await page.request.get('/api/v1/users/loggedinuser')).status()).toBe(200)
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await open()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/buy$/)
  expect((await page.request.get('/api/v1/users/loggedinuser')).status()).toBe(401)
})
