import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const readScroll = (page: Page) => page.evaluate(() => window.scrollY)

/** The live region for pages without a heading. */
const announcement = (page: Page) => page.locator('body > [aria-live=polite]')

test('after a navigation the focus is on the heading, and only the heading is read', async ({ shop, page }) => {
  await shop.open('/returnPolicy')
  await expect(page.locator('body')).toBeFocused()
  const steps: [() => Promise<unknown>, string][] = [
    [() => page.getByRole('banner').getByRole('link', { name: 'Tees' }).press('Enter'), 'Tees'],
    [() => page.getByRole('link', { name: 'Page 2' }).click(), 'Tees · 2'],
    [() => page.getByRole('article').first().getByRole('heading').getByRole('link').press('Enter'), ''],
    [() => page.goBack(), 'Tees · 2'],
    [() => page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click(), 'Your Cart'],
    [() => page.getByRole('banner').getByRole('link', { name: 'Login' }).click(), 'Sign in or register'],
  ]
  for (const [navigate, text] of steps) {
    await navigate()
    if (text !== '') await expect(heading(page)).toHaveText(text)
    await expect(heading(page)).toBeFocused()
    await expect(announcement(page)).toBeEmpty()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('a navigation starts at the top, and going back returns to the former position', async ({ shop, page }) => {
  await shop.open('/buy')
  await page.getByRole('article').nth(6).getByRole('heading').getByRole('link').scrollIntoViewIfNeeded()
  const before = await readScroll(page)
  expect(before).toBeGreaterThan(300)
  await page.getByRole('article').nth(6).getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(heading(page)).toBeFocused()
  expect(await readScroll(page)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/buy$/)
  await expect(heading(page)).toBeFocused()
  await expect.poll(() => readScroll(page)).toBe(before)
})

test('a filter keeps the focus and stays in view, on the first page and on others', { tag: '@nightly' }, async ({ shop, page }) => {
  for (const path of ['/buy', '/buy/2']) {
    await shop.open(path)
    await page.getByText('Sort and filter').click()
    const link = page.getByRole('list', { name: 'Sort' }).getByRole('link', { name: 'Price, low to high' })
    await link.focus()
    await link.press('Enter')
    await expect(page).toHaveURL(/\/buy\?sort=price-asc$/)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(link, path).toBeFocused()
    await expect(link, path).toBeInViewport()
  }
})

test('after signing in, and on each page of the dashboards, the focus is on the heading', { tag: '@nightly' }, async ({ shop, page }) => {
  await shop.signIn({ name: `focus ${crypto.randomUUID().slice(0, 8)}`, pin: '1234' })
  await expect(page).toHaveURL(/\/UserDashboard/)
  await expect(heading(page)).toBeFocused()
  await page.getByRole('link', { name: 'Elite Tee' }).press('Enter')
  await expect(heading(page)).toHaveText('Tees')
  await expect(heading(page)).toBeFocused()
  // A change of the category in the list keeps the place.
  await page.getByText('Sort and filter').click()
  const joggers = page.getByRole('list', { name: 'Categories' }).getByRole('link', { name: 'Joggers' })
  await joggers.press('Enter')
  await expect(heading(page)).toHaveText('Joggers')
  await expect(joggers).toBeFocused()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cart' }).first().click()
  await expect(heading(page)).toHaveText('Your Cart')
  await expect(heading(page)).toBeFocused()
  await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  await shop.open('/AdminDashboardWrapper')
  for (const name of ['ListProduct', 'VISITER', 'OrderDetail', 'DELETE PRODUCT', 'Users']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect(heading(page), name).toBeFocused()
  }
})
