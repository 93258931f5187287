import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { address } from '#testing/factories.ts'
import { expectAccessible } from './expect-accessible.ts'
import { payInWindow } from './pay-by-card.ts'
import { expect, test } from './shop.ts'

test('a PIN code fills the state and shows its district; a chosen state stays', async ({ shop, page }) => {
  await shop.startCart()
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  const pinCode = page.getByLabel('PIN code')
  const state = page.getByLabel('State')
  await pinCode.fill('560001')
  await expect(pinCode).toHaveAccessibleDescription('Bengaluru')
  await expect(state).toHaveValue('Karnataka')
  await expectAccessible({ page, name: 'the form with a district' })
  await state.selectOption('Kerala')
  await pinCode.fill('110001')
  await expect(pinCode).toHaveAccessibleDescription('Central Delhi')
  await expect(state).toHaveValue('Kerala')
  await page.route('**/api/v1/pins/*', (route) => route.abort())
  await pinCode.fill('400001')
  await expect(pinCode).toHaveAccessibleDescription('6 digits')
  await expect(state).toHaveValue('Kerala')
})

test('an administrator finds an unusual order by its filter, reads why, and confirms it', async ({ shop, page }) => {
  const [product] = await shop.products()
  const line = { product: product?._id, quantity: 6, size: 'M' }
  const order = await page.request.post('/api/v1/guest/cashondelivery', {
    data: {
      products: [line],
      totalPrice: (product?.price ?? 0) * 6,
      cashOndelivery: true,
      deliveryAddress: { ...address, phone: '9345678901', state: 'Goa' },
    },
  })
  expect(order.status()).toBe(201)
  const { number } = (await order.json()).order
  await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  await shop.open(`/AdminDashboardWrapper/OrderDetail?q=${number}`)
  await page.getByLabel('Status').selectOption('To confirm')
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('To confirm')
  await row.getByRole('link').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('More than 5 items')).toBeVisible()
  await expect(drawer.getByText('PIN code unknown or of another state')).toBeVisible()
  await expectAccessible({ page, name: 'the drawer of an unusual order' })
  await drawer.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(drawer.getByText('More than 5 items')).toBeHidden()
})

test('a link to confirm that is not valid says so and leads on', async ({ shop, page }) => {
  for (const path of ['/confirm-order?token=x.20000.y', '/confirm-order']) {
    await shop.open(path)
    await expect(
      page.getByText('This link is not valid. Please use the link in our email, or contact us with your order number.'),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toBeVisible()
    await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  }
})

/** The link in the mail of an order, once it is sent. */
async function readConfirmationLink(number: string): Promise<string> {
  const folder = join(process.env.SHOP_DATA_DIR ?? '', 'mail')
  let link = ''
  await expect(async () => {
    const file = (await readdir(folder)).find((name) => name.includes(number))
    const mail = await readFile(join(folder, file ?? ''), 'utf8')
    link = /\/confirm-order\?token=[\w.-]+/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}

test('a guest pays an unusual order online by the link in its mail', async ({ shop, page }) => {
  const product = (await shop.products()).find(({ stock }) => stock > 100)
  const order = await page.request.post('/api/v1/guest/cashondelivery', {
    data: {
      products: [{ product: product?._id, quantity: 6, size: 'M' }],
      totalPrice: (product?.price ?? 0) * 6,
      cashOndelivery: true,
      deliveryAddress: { ...address, phone: '9345678902', email: `${randomUUID()}@example.com` },
    },
  })
  expect(order.status()).toBe(201)
  await shop.open(await readConfirmationLink((await order.json()).order.number))
  await expectAccessible({ page, name: 'the confirmation with three answers' })
  await page.getByRole('button', { name: 'Pay online' }).click()
  await payInWindow(page)
  await expect(page.getByText('We have received your payment, and your order is confirmed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await page.reload()
  await expect(page.getByText(/confirmed/)).toBeVisible()
  await page.getByRole('link', { name: 'Track an order' }).click()
  await expect(page).toHaveURL(/order-tracking/)
})

test('an order on delivery is paid online from its tracking page', async ({ shop, page }) => {
  const product = (await shop.products()).find(({ stock }) => stock > 100)
  const phone = '9345678903'
  const order = await page.request.post('/api/v1/guest/cashondelivery', {
    data: {
      products: [{ product: product?._id, quantity: 1, size: 'M' }],
      totalPrice: product?.price,
      cashOndelivery: true,
      deliveryAddress: { ...address, phone, email: `${randomUUID()}@example.com` },
    },
  })
  const { number } = (await order.json()).order
  await shop.open('/order-tracking')
  await page.getByLabel('Order number').fill(number)
  await page.getByLabel('Phone').fill(phone)
  await page.getByRole('button', { name: 'Track order' }).click()
  await page.getByRole('link', { name: 'Pay online now' }).click()
  await expect(page.getByRole('heading', { name: 'Pay online' })).toBeVisible()
  await page.locator('html[data-ready]').waitFor()
  await expectAccessible({ page, name: 'the page that pays an order on delivery' })
  await page.getByRole('button', { name: 'Pay online' }).click()
  await payInWindow(page)
  await expect(page.getByText('You have nothing to pay the courier.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This order is packed, paid or has ended')).toBeVisible()
})
