import { address } from '#testing/factories.ts'
import { expectAccessible } from './expect-accessible.ts'
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
