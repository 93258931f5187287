import type { Page } from '@playwright/test'
import { area, createProduct, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { openGuestReturn } from './guest-return.ts'
import { expect, Shop, test } from './shop.ts'

test.afterEach(async ({ page }) => {
  await switchExchanges(page, 'off')
  await deleteMadeProducts({ page })
})

/** Switches exchanges on or off, as the owner does. */
async function switchExchanges(page: Page, exchanges: 'on' | 'off'): Promise<void> {
  const path = '/api/v1/settings/policies'
  const { groups } = await (await page.request.get('/api/v1/settings')).json()
  const { value, version } = groups.policies
  const saved = await (await page.request.patch(path, { data: { version, value: { ...value, exchanges } } })).json()
  await page.request.post(`${path}/publish`, { data: { version: saved.state.version } })
}

test('a guest exchanges an item for another size, and its new order is packed at the desk with nothing to collect', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const shop = await signInAdmin(page)
  await switchExchanges(page, 'on')
  const product = await createProduct(page.request)
  const item = { ...product, id: product._id, size: 'M' }
  const { order, guest, context } = await openGuestReturn({ page, browser, item, phone: '9876500044' })
  await guest.getByRole('radio', { name: 'Another size or colour' }).check()
  await guest.getByRole('checkbox', { name: `Exchange ${product.name}, Size M` }).check()
  await guest.getByLabel(`Why do you return ${product.name}?`).selectOption('too small')
  const newItem = guest.getByLabel(`What do you want instead of ${product.name}?`)
  await newItem.selectOption(await newItem.getByRole('option', { name: /^Size L(?!\w)/ }).getAttribute('value'))
  await expect(guest.getByRole('status').filter({ hasText: 'You pay' })).toContainText('₹0')
  await expectAccessible({ page: guest, name: 'the form of an exchange' })
  await guest.getByRole('button', { name: 'Ask for the exchange' }).click()
  await expect(guest.getByText('We have received your request')).toBeFocused()

  await shop.open(`${area}/returns`)
  await page.getByRole('link', { name: `${order.number}-R1` }).click()
  await expect(page.getByRole('dialog')).toContainText('In exchange')
  await page.getByRole('button', { name: 'Accept: the shopper brings or sends it' }).click()
  await expect(page.getByRole('dialog')).toContainText('The new items are held until')
  await new Shop(guest).reload()
  await expect(guest.getByText('We hold the new items for you until')).toBeVisible()
  await page.getByRole('button', { name: 'Received', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Order/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText(`Return ${order.number}-R1`)
  await expect(page.getByRole('dialog')).toContainText('Exchange')
  await context.close()
})
