import { expectAccessible } from './expect-accessible.ts'
import { finishPayment } from './pay-by-card.ts'
import { expect, test } from './shop.ts'

test('a card order without PIN code and phone is recommended both, marked for the shop and completed by the link', {
  tag: '@nightly',
}, async ({ shopper: shop, page, playwright }) => {
  const [product] = await shop.products('limit=7')
  await page.request.post('/api/v1/cart/add', { data: { product: product?._id, size: 'M', quantity: 1 } })
  await shop.open('/UserDashboard/Order')
  await shop.fillAddress({ 'PIN code': '', Phone: '080 12' })
  const pay = page.getByRole('button', { name: /^Pay ₹/ })
  await pay.click()
  const hint = page.getByRole('dialog', { name: 'The courier needs these' })
  await expect(hint).toContainText('a PIN code of 6 digits')
  await expect(hint).toContainText('a phone number of 10 digits')
  await expectAccessible({ page, name: 'the hint' })
  await hint.getByRole('button', { name: 'Add them' }).click()
  await expect(hint).toBeHidden()
  await expect(page.getByLabel('Phone', { exact: true })).toBeFocused()
  await pay.click()
  await hint.getByRole('button', { name: 'Pay without them' }).click()
  await finishPayment(page)

  const [order] = (await (await page.request.get('/api/v1/order/getorder')).json()).orders
  await shop.open(`/UserDashboard/orders/${order._id}`)
  const notice = page.getByRole('region', { name: 'Please complete your address' })
  await expect(notice).toBeVisible()

  const admin = await playwright.request.newContext({ baseURL: process.env.SHOP_URL ?? '' })
  await admin.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  const { orders } = await (await admin.get(`/api/v1/cod/adminOrder?q=${order.number}`)).json()
  expect(orders).toMatchObject([{ addressIncomplete: true }])
  await admin.dispose()

  await notice.getByRole('link', { name: 'Complete the address' }).click()
  await expect(page.getByRole('heading', { name: 'Complete your address' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number)
  await expect(page.getByText('12 Lake Road')).toBeVisible()
  await expectAccessible({ page, name: 'the page of the link' })
  const save = page.getByRole('button', { name: 'Save address' })
  await save.click()
  await expect(page.getByText('PIN code must have exactly 6 digits.')).toBeVisible()
  await expect(page.getByLabel('PIN code')).toBeFocused()
  await page.getByLabel('PIN code').fill('560 001')
  await page.getByLabel('Phone').fill('+91 98765 43210')
  await save.dblclick()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await shop.reload()
  await expect(page.getByText('The address of this order is complete. There is nothing left to do.')).toBeVisible()

  await shop.open(`/UserDashboard/orders/${order._id}`)
  await expect(page.getByText('Bengaluru 560001')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Order timeline' })).toContainText('Address completed')
  await expect(notice).toBeHidden()
})
