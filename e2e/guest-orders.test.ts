import { randomUUID } from 'node:crypto'
import { formatRupees } from '#contract/kernel/money.ts'
import { expectAccessible } from './expect-accessible.ts'
import { readMail } from './read-mail.ts'
import { address, expect, type Shop, test } from './shop.ts'

/** Places a guest order through the screens. Returns its number and what was ordered. */
async function placeOrder(shop: Shop) {
  const product = await shop.startOrder()
  await shop.fillAddress()
  const [reply] = await Promise.all([
    shop.page.waitForResponse('**/guest/cashondelivery'),
    shop.page.getByRole('button', { name: 'Place Order' }).click(),
  ])
  const { order } = await reply.json()
  await expect(shop.page).toHaveURL(/\/buy$/)
  return { number: order.number as string, product }
}

test('a placed order has the focus, and shows only its number on later visits, until it is closed', async ({ shop, page }) => {
  const { number, product } = await placeOrder(shop)
  const panel = page.getByRole('region', { name: `Order ${number} placed` })
  for (const text of [product.name, 'Size M', formatRupees(product.price), '12 Lake Road', 'Bengaluru 560001', '9876543210'])
    await expect(panel).toContainText(new RegExp(text, 'i'))
  await expect(page.locator('#placed-order')).toBeFocused()
  await expect(panel.getByText('Earlier orders')).toHaveCount(0)
  await shop.reload()
  await expect(panel).toContainText(product.name)
  await expectAccessible({ page, name: 'the placed order' })
  await shop.open('/login')
  await shop.open('/buy')
  const later = page.getByRole('region', { name: `Order ${number}`, exact: true })
  await expect(later.getByRole('link', { name: 'Track this order' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/12 Lake Road|9876543210|Asha/)
  await later.getByRole('button', { name: 'Show details' }).click()
  await expect(later).toContainText('12 Lake Road')
  await later.getByRole('button', { name: 'Close' }).click()
  await expect(later).toBeHidden()
  await shop.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(later).toBeHidden()
})

test('a placed order is tracked without typing and can be removed from the device', async ({ shop, page }) => {
  const { number } = await placeOrder(shop)
  await page.getByRole('link', { name: 'Track this order' }).click()
  await expect(page).toHaveURL(`/order-tracking?number=${number}`)
  await expect(page.getByRole('list', { name: 'Order timeline' })).toBeVisible()

  const orders = page.getByRole('region', { name: 'Orders from this device' })
  await expect(orders.getByRole('link', { name: number })).toBeVisible()
  await orders.getByRole('button', { name: 'Remove from this device' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(orders).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(number)
  await shop.open('/buy')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText(number)).toBeHidden()
})

test('a guest creates an account after the order, and adds the order by the link in its mail', { tag: '@nightly' }, async ({
  shop,
  page,
}) => {
  const { number, product } = await placeOrder(shop)
  await page.getByRole('link', { name: 'See what happens next' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number} placed` })).toBeVisible()
  await expect(page.getByText(`Please keep ${formatRupees(product.price)} ready for the courier.`)).toBeVisible()
  await expectAccessible({ page, name: 'the confirmation of an order' })
  const name = `asha ${randomUUID().slice(0, 8)}`
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('PIN', { exact: true }).fill('4711lake')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(`Your account ${name} is ready.`)).toBeVisible()
  const link = await readMail({ to: address.Email, subject: `Order ${number}`, pattern: /(?<=Add it to your account: \S+)\/o\/[\w.-]+/ })
  await shop.open(link)
  await expectAccessible({ page, name: 'the link that adds an order' })
  await page.getByRole('button', { name: 'Add to my account' }).click()
  await page.getByRole('link', { name: 'Open the order' }).click()
  await expect(page).toHaveURL(/\/UserDashboard\/orders\//)
  await expect(page.getByText(number).filter({ visible: true }).first()).toBeVisible()
})
