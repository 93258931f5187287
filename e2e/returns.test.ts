import { formatRupees } from '#contract/money.ts'
import { address, buildGuestOrder } from '#testing/factories.ts'
import { area, createProduct, createSuffix, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('a guest returns an item from the tracking page, and the administrator receives and settles it', async ({ page, browser }) => {
  const shop = await signInAdmin(page)
  const product = await createProduct(page.request)
  const guestOrder = buildGuestOrder([{ ...product, id: product._id, quantity: 2 }])
  const data = { ...guestOrder, deliveryAddress: { ...address, phone: '9876500043', email: `${createSuffix()}@example.com` } }
  const { order } = await (await page.request.post('/api/v1/guest/cashondelivery', { data })).json()
  for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) {
    await page.request.post(`/api/v1/order/admin/${order._id}/move`, { data: { to } })
  }
  const context = await browser.newContext({ baseURL: process.env.SHOP_URL })
  const guest = await context.newPage()
  await guest.goto(`/order-tracking?number=${order.number}`)
  await guest.locator('html[data-ready]').waitFor()
  await guest.getByLabel('Phone').fill('9876500043')
  await guest.getByRole('button', { name: 'Track order' }).click()
  await guest.getByRole('link', { name: 'Return items' }).click()
  await guest.getByRole('heading', { level: 1, name: 'Return items' }).waitFor()
  await guest.getByRole('checkbox', { name: `Return ${product.name}, Size to be confirmed` }).check()
  await guest.getByRole('button', { name: 'Ask for the return' }).click()
  await expect(guest.getByText('Please choose the reason.')).toBeVisible()
  await guest.getByLabel(`Why do you return ${product.name}?`).selectOption('too small')
  await guest.getByRole('button', { name: `Decrease quantity of ${product.name}` }).click()
  const refund = formatRupees(product.price - 100)
  await expect(guest.getByRole('status').filter({ hasText: 'You get back' })).toContainText(refund)
  await expectAccessible({ page: guest, name: 'the form of a return' })
  await guest.getByRole('button', { name: 'Ask for the return' }).click()
  await expect(guest.getByText('We have received your request')).toBeFocused()

  await shop.open(`${area}/returns`)
  await page.getByRole('link', { name: `${order.number}-R1` }).click()
  await expect(page.getByRole('dialog')).toContainText('Too small')
  await expectAccessible({ page, name: 'a return' })
  await page.getByRole('button', { name: 'Accept: the shopper brings or sends it' }).click()
  await guest.reload()
  await expect(guest.getByText('7 Loom Street, Jaipur 302001').first()).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Print the slip' })).toBeVisible()
  await expectAccessible({ page: guest, name: 'an accepted return' })

  await page.getByRole('button', { name: 'Received', exact: true }).click()
  await page.getByRole('button', { name: `Pay back ${refund}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay back' }).click()
  await expect(page.getByRole('dialog')).toContainText('Settled by admin')
  await guest.reload()
  await expect(guest.getByRole('list', { name: 'Returns' })).toContainText('Settled')

  await shop.open(`${area}/returns?view=sizes`)
  await expect(page.getByRole('row', { name: product.name })).toBeVisible()
  await expectAccessible({ page, name: 'the report of returns' })

  const { payouts } = await (await page.request.get('/api/v1/payouts')).json()
  const { detailsLink } = payouts.find(({ number }: { number: string }) => number === `${order.number}-R1`)
  await guest.goto(detailsLink)
  await guest.locator('html[data-ready]').waitFor()
  await guest.getByLabel('UPI id', { exact: true }).fill('asha.rao@okbank')
  await guest.getByLabel('UPI id again').fill('asha@okbank')
  await guest.getByRole('button', { name: 'Save' }).click()
  await expect(guest.getByText('The two UPI ids are not the same.')).toBeVisible()
  await expectAccessible({ page: guest, name: 'the form of a transfer' })
  await guest.getByLabel('UPI id again').fill('asha.rao@okbank')
  await guest.getByRole('button', { name: 'Save' }).click()
  await expect(guest.getByText('We transfer your refund there.')).toBeVisible()

  await shop.open(`${area}/refunds-to-pay`)
  await expect(page.getByRole('row', { name: `${order.number}-R1` })).toContainText('asha.rao@okbank')
  await expectAccessible({ page, name: 'refunds to pay' })
  await page.getByRole('button', { name: `Paid: return ${order.number}-R1` }).click()
  await page.getByLabel('Reference of the bank (UTR)').fill('UTR 4711')
  await expectAccessible({ page, name: 'the payment of a refund' })
  await page.getByRole('button', { name: 'Record the payment' }).click()
  await expect(page.getByRole('row', { name: `${order.number}-R1` })).toHaveCount(0)
  await guest.goto(detailsLink)
  await expect(guest.getByText('This refund is paid already.')).toBeVisible()
  await context.close()
})
