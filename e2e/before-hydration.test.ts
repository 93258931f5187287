import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'

/** Keeps all modules back until the returned function is called, as a slow connection does. */
async function holdModules(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('what is typed and sent before hydration is kept and sent after it', async ({ shop, page }) => {
  const release = await holdModules(page)
  await shop.openUnready('/order-tracking')
  await page.getByLabel('Order number').fill('7K3M-9QXT')
  await page.getByLabel('Phone').fill('9876543210')
  await page.keyboard.press('Enter')
  await expect(page.locator('html[data-ready]')).toHaveCount(0)
  release()
  await expect(page.getByText('No order found for this number and phone.')).toBeVisible()
  await expect(page.getByLabel('Order number')).toHaveValue('7K3M-9QXT')
  await expect(page.getByLabel('Phone')).toHaveValue('9876543210')
})

test('a sign-in that is sent before hydration signs in', async ({ shop, page }) => {
  const release = await holdModules(page)
  await shop.openUnready('/login')
  await shop.fillSignIn({ name: 'admin', pin: shop.adminPin })
  release()
  await expect(page).toHaveURL(/AdminDashboard/)
})

test('a page one of whose modules did not arrive is loaded again and works', async ({ shop, page }) => {
  await page.route('**/assets/*.js', (route) => route.abort(), { times: 1 })
  let documents = 0
  page.on('domcontentloaded', () => documents++)
  await shop.open('/order-tracking')
  expect(documents).toBe(2)
})

test('a page whose modules never arrive is loaded again once', async ({ shop, page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  let documents = 0
  page.on('domcontentloaded', () => documents++)
  await shop.openUnready('/order-tracking')
  await expect.poll(() => documents).toBe(2)
  await page.waitForLoadState('networkidle')
  expect(documents).toBe(2)
})

test('a page that is left before its modules arrive is not loaded again', async ({ shop, page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.abort()
  })
  let documents = 0
  page.on('domcontentloaded', () => documents++)
  await shop.openUnready('/order-tracking')
  // After this event Firefox cancels the requests of the page, before the next page has arrived.
  await page.evaluate(() => void dispatchEvent(new Event('beforeunload')))
  const failed = page.waitForEvent('requestfailed')
  held.resolve()
  await failed
  await page.waitForLoadState('networkidle')
  expect(documents).toBe(1)
})

test('a page whose modules do not arrive without a connection is loaded again when there is one', async ({ shop, page, context }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.fallback()
  })
  await shop.openUnready('/order-tracking')
  await context.setOffline(true)
  const probed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  held.resolve()
  await probed
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(false)
  await page.locator('html[data-ready]').waitFor()
})
