import { randomUUID } from 'node:crypto'
import { expect, test } from './shop.ts'

const newName = () => `asha ${randomUUID().slice(0, 8)}`

test('registers, signs out, signs in again', async ({ shop, page }) => {
  const name = newName()
  await shop.signIn({ name, pin: '1234' })
  await expect(shop.toast('Login successful')).toBeVisible()
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await page.goto('/Logout')
  await expect(page).toHaveURL(/\/buy$/)
  await expect(shop.toast('You have been logged out. We hope to see you again soon!')).toBeVisible()
  await shop.signIn({ name, pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
})

test('the button says that it is busy', async ({ shop, page }) => {
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

test('a wrong PIN is told inline and by a dialog, and the focus comes back', async ({ shop, page }) => {
  const name = newName()
  await page.request.post('/api/v1/users/login', { data: { name, pin: '1234' } })
  await page.context().clearCookies()
  await shop.signIn({ name, pin: '9999' })
  const dialog = page.getByRole('alertdialog', { name: 'Oops!' })
  await expect(dialog).toContainText('Username already taken. Please try a different name.')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Registered before? Check your PIN.')).toBeVisible()
  await expect(page.getByLabel('PIN')).toBeFocused()
})

test('other refusals and a lost line have the other dialog', async ({ shop, page }) => {
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

test('a guest who asks for a private page comes back to it after signing in', async ({ shop, page }) => {
  await page.goto('/UserDashboard/cart')
  await expect(page).toHaveURL(/\/login\?to=/)
  await shop.fillSignIn({ name: newName(), pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard\/cart$/)
})

test('nobody is led to another site', async ({ shop, page }) => {
  await shop.open('/login?to=//evil.example/UserDashboard')
  await shop.fillSignIn({ name: newName(), pin: '1234' })
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/UserDashboard$/)
})

test('a shopper has no way into the admin area', async ({ shop, page }) => {
  await shop.signIn({ name: newName(), pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await page.goto('/AdminDashboardWrapper/UserData')
  await expect(page).toHaveURL(/\/UserDashboard$/)
})

test('an administrator has the admin area, and is led out of the other', async ({ shop, page }) => {
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
  await expect(page.getByText(/nothing|no news|no orders/i).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /account/i }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Logout'])
})

test('a session that ends in the middle of work leads to the door and back', async ({ shop, page, context }) => {
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

test('after signing out the back button shows nothing private', async ({ shop, page }) => {
  await shop.signIn({ name: newName(), pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard$/)
  await page.goto('/UserDashboard/cart')
  await expect(page.getByRole('heading', { name: 'Your Cart', exact: true })).toBeVisible()
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/buy$/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your Cart', exact: true })).toBeHidden()
})
