import { randomUUID } from 'node:crypto'
import { address } from '#testing/factories.ts'
import { expectAccessible } from './expect-accessible.ts'
import { payInWindow } from './pay-by-card.ts'
import { readMail } from './read-mail.ts'
import { expect, test } from './shop.ts'

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
  await drawer.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(drawer.getByText('More than 5 items')).toBeHidden()
})

test('a guest pays an unusual order online by the link in its mail', { tag: '@nightly' }, async ({ shop, page }) => {
  const product = (await shop.products()).find(({ stock }) => stock > 100)
  const email = `${randomUUID()}@example.com`
  const order = await page.request.post('/api/v1/guest/cashondelivery', {
    data: {
      products: [{ product: product?._id, quantity: 6, size: 'M' }],
      totalPrice: (product?.price ?? 0) * 6,
      cashOndelivery: true,
      deliveryAddress: { ...address, phone: '9345678902', email },
    },
  })
  expect(order.status()).toBe(201)
  const { number } = (await order.json()).order
  await shop.open(await readMail({ to: email, subject: `Order ${number}`, pattern: /(?<=cancel your order: \S+)\/o\/[\w.-]+/ }))
  await expectAccessible({ page, name: 'the confirmation with three answers' })
  await page.getByRole('button', { name: 'Pay online' }).click()
  await payInWindow(page)
  await expect(page.getByText('We have received your payment, and your order is confirmed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await shop.reload()
  await expect(page.getByText('Status: Confirmed')).toBeVisible()
  await page.getByRole('link', { name: 'Track an order' }).click()
  await expect(page).toHaveURL(/order-tracking/)
})

test('an order on delivery is paid online from its tracking page', { tag: '@nightly' }, async ({ shop, page }) => {
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
  await shop.reload()
  await expect(page.getByText('This order is packed, paid or has ended')).toBeVisible()
})
