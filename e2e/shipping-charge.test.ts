import type { Page } from '@playwright/test'
import { area, createProduct, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { readMail } from './read-mail.ts'
import { expect, Shop, test } from './shop.ts'

test.afterEach(async ({ page }) => {
  await makeShippingFree(page)
  await deleteMadeProducts({ page })
})

async function makeShippingFree(page: Page): Promise<void> {
  await signInAdmin(page)
  const path = '/api/v1/settings/policies'
  const { groups } = await (await page.request.get('/api/v1/settings')).json()
  const { value, version } = groups.policies
  const change = { ...value, shippingChargeRupees: 0, freeShippingFromRupees: 0 }
  const saved = await (await page.request.patch(path, { data: { version, value: change } })).json()
  await page.request.post(`${path}/publish`, { data: { version: saved.state.version } })
}

test('an owner sets ₹79 below ₹999, and a shopper sees it from the list to the confirmation', { tag: '@nightly' }, async ({
  page,
  browser,
}) => {
  const owner = await signInAdmin(page)
  const product = await createProduct(page.request)
  const context = await browser.newContext({ baseURL: process.env.SHOP_URL })
  const guest = await context.newPage()
  const shop = new Shop(guest)
  // A tab from before, which still shows free shipping.
  const early = await context.newPage()
  await new Shop(early).open(`/product/${product._id}`)
  await expect(early.getByText('Free shipping', { exact: true })).toBeVisible()

  await owner.open(`${area}/settings/policies`)
  const charge = page.getByLabel(/^Shipping charge of an order/)
  await charge.fill('2001')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Shipping charge must be a whole number from 0 to 2,000.')).toBeVisible()
  await expect(charge).toBeFocused()
  await charge.fill('79')
  await page.getByLabel(/^Free shipping from/).fill('999')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('published by admin')).toBeVisible()

  await shop.open('/buy')
  await expect(guest.getByRole('complementary', { name: 'Announcement' })).toHaveText(
    'Free shipping on orders of ₹999 or more, anywhere in India',
  )
  await expect(guest.getByText('On orders of ₹999 or more. Below that it costs ₹79.')).toBeVisible()
  await shop.open(`/product/${product._id}`)
  await expect(guest.getByText('Free shipping from ₹999', { exact: true })).toBeVisible()
  await guest.getByRole('radio', { name: 'M', exact: true }).check()
  await guest.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(guest.locator('[data-mini-cart]')).toContainText('and ₹79 for shipping. ₹499 more and delivery is free.')

  // The tab from before does not know the charge: its order is refused, and its cart is loaded again with it.
  const before = new Shop(early)
  await early.getByRole('link', { name: /^Cart/ }).first().click()
  await early.getByRole('button', { name: 'Order', exact: true }).click()
  await before.fillAddress()
  await expect(early.getByText('Cash on delivery, ₹500')).toBeVisible()
  await early.getByRole('button', { name: 'Place Order' }).click()
  await expect(early.getByText('Prices have changed. Please review your cart.')).toBeVisible()
  await early.getByRole('link', { name: 'Go Back to Cart' }).click()
  await expect(early.getByRole('region', { name: 'Summary' })).toContainText(/Shipping₹79To pay₹579/)

  await shop.open('/homecart')
  const summary = guest.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText('₹499 more and delivery is free.')
  await expect(summary).toContainText(/Shipping₹79To pay₹579/)
  await expectAccessible({ page: guest, name: 'a cart with a charge for shipping' })
  await guest.getByRole('button', { name: 'Order', exact: true }).click()
  const email = `${product._id}@example.com`
  await shop.fillAddress({ Email: email })
  await expect(guest.getByRole('region', { name: 'Your order' })).toContainText(/Shipping₹79To pay₹579/)
  await expect(guest.getByText('Cash on delivery, ₹579')).toBeVisible()
  const [reply] = await Promise.all([
    guest.waitForResponse('**/guest/cashondelivery'),
    guest.getByRole('button', { name: 'Place Order' }).click(),
  ])
  expect(reply.status()).toBe(201)
  const { order } = await reply.json()
  expect(order).toMatchObject({ totalPrice: 500, toPay: 579, cashOndelivery: 579 })
  await expect(guest).toHaveURL(/\/buy$/)
  await expect(guest.getByText('₹579').first()).toBeVisible()
  expect(await readMail({ to: email, subject: `Order ${order.number}`, pattern: /Shipping[\s\S]{0,80}79/ })).not.toBe('')

  await owner.open(`${area}/OrderDetail?open=${order._id}`)
  await expect(page.getByRole('dialog')).toContainText(/Shipping.*₹79/s)
  await context.close()
})
