import { address, buildGuestOrder } from '#testing/factories.ts'
import { area, createProduct, createSuffix, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('pasted tracking numbers ship orders and reach the shopper, and a short payment of the courier is resolved', {
  tag: '@nightly',
}, async ({ page }) => {
  const shop = await signInAdmin(page)
  const product = await createProduct(page.request)
  const guestOrder = buildGuestOrder([{ ...product, id: product._id }])
  const email = `${createSuffix()}@example.com`
  const data = { ...guestOrder, deliveryAddress: { ...address, phone: '9876500042', email } }
  const { order } = await (await page.request.post('/api/v1/guest/cashondelivery', { data })).json()
  const transition = (to: string) => page.request.post(`/api/v1/order/admin/${order._id}/move`, { data: { to } })
  await transition('Confirmed')
  await transition('Packed')
  const trackingNumber = `E2E${createSuffix().toUpperCase()}`

  await shop.open(`${area}/shipments`)
  await page.getByLabel('Lines').fill(`${order.number}\tDelhivery\t${trackingNumber}\nAAAA-0000\tDelhivery\t${trackingNumber}X`)
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await expect(page.getByText('There is no order with this number.')).toBeVisible()
  await expectAccessible({ page, name: 'shipments' })
  await page.getByRole('button', { name: 'Enter 1 line' }).click()
  await expect(page.getByText('2 lines: 1 entered, 1 left as they are.')).toBeVisible()

  await shop.open(`/order-tracking?number=${order.number}`)
  await page.getByLabel('Phone').fill('9876500042')
  await page.getByRole('button', { name: 'Track order' }).click()
  await expect(page.getByRole('list', { name: 'Parcels' })).toContainText(trackingNumber)
  await expect(page.getByRole('link', { name: /Track parcel/ })).toHaveAttribute('href', new RegExp(trackingNumber))

  await transition('Delivered')
  await shop.open(`${area}/remittances`)
  await page.getByLabel('Lines of the payment').fill(`Order ID,AWB Code,Remitted Amount\n1,${trackingNumber},₹1,000.00`)
  await page.getByRole('button', { name: 'Check the payment' }).click()
  await page.getByRole('button', { name: 'Record 1 line' }).click()
  await page.getByText('Payments entered lately').click()
  await page.getByRole('button', { name: 'Undo the list of ₹1,000 from Delhivery' }).click()
  await page.getByRole('button', { name: 'Undo the list', exact: true }).click()
  await expect(page.getByText(/^Undone by admin/)).toBeVisible()

  await page.getByLabel('Bank amount (₹)').fill(String(product.price - 50))
  await page.getByLabel('Lines of the payment').fill(`${trackingNumber},"₹${product.price - 50}.00",UTR 1`)
  await page.getByRole('button', { name: 'Check the payment' }).click()
  await expect(page.getByText('The list and the bank account agree.')).toBeVisible()
  await page.getByText('Columns of the file').click()
  await expectAccessible({ page, name: 'a checked payment' })
  await expect(page.getByText(`Order ${order.number}: ₹50 less than ₹${product.price}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Record 1 line' }).click()
  await page.getByRole('button', { name: `Resolve payment ${trackingNumber}` }).click()
  await page.getByLabel('What was done?').fill('The rest came by UPI.')
  await page.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(page.getByRole('button', { name: `Resolve payment ${trackingNumber}` })).toHaveCount(0)
  await expectAccessible({ page, name: 'COD payments' })
})
