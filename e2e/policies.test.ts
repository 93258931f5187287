import { expect, test } from './shop.ts'

test('policy pages stay in the open area', { tag: '@nightly' }, async ({ shopper: shop, page }) => {
  await shop.open('/UserDashboard/privacyAdmin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect(page.getByRole('link', { name: 'on your account page' })).toHaveAttribute('href', '/UserDashboard/account')
  await page.getByRole('link', { name: 'contact form' }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/contact$/)
  await page.getByRole('button', { name: 'INFORMATION' }).click()
  await page.getByRole('link', { name: 'Shipping Policy' }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/term$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shipping Policy')
})

test('the help center finds an answer', async ({ shop, page }) => {
  await shop.open('/help-center')
  await page.getByText('Where is my order?').click()
  await expect(page.getByRole('link', { name: 'Track an order' })).toBeVisible()
  await page.getByLabel('Search for answers').fill('refund')
  await expect(page.getByRole('status').filter({ hasText: 'answers' })).toHaveText('2 answers')
  await page.getByLabel('Search for answers').fill('submarine')
  await expect(page.getByText('No answers found')).toBeVisible()
})

test('policy pages fit on a screen of 320 px', async ({ shop, page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const name of ['returnPolicy', 'cancel', 'privacy', 'term', 'ship', 'contact', 'help-center', 'order-tracking', 'ticket']) {
    await shop.open(`/${name}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320)
  }
})
