import { payThroughApi } from './pay-by-card.ts'
import { address, expect, type Shop, test } from './shop.ts'

/** Adds one item to the cart of the signed-in shopper. */
async function fillCart(shop: Shop) {
  const [product] = await shop.products('limit=7')
  if (!product) throw new Error('The demo shop has products.')
  await shop.page.request.post('/api/v1/cart/add', { data: { product: product._id, size: 'M', quantity: 1 } })
  return product
}

async function chooseCashOnDelivery(shop: Shop) {
  await shop.open('/UserDashboard/cart')
  await shop.page.getByRole('button', { name: 'Checkout' }).click()
  await shop.page.getByRole('button', { name: 'Cash on Delivery' }).click()
}

test.describe('cash on delivery', () => {
  test('an order is placed once in spite of a lost reply, listed, tracked and cancelled', async ({ shopper: shop, page }) => {
    const product = await fillCart(shop)
    await chooseCashOnDelivery(shop)
    const place = page.getByRole('button', { name: 'Place Order' })
    await expect(place).toBeDisabled()
    await shop.fillAddress()
    await page.route(
      '**/cod/cashondelivery',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await place.click()
    const failure =
      'An error occurred while verifying payment. We could not confirm your cash on delivery order. If your order did reach us, trying again will not place it twice.'
    await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible()
    await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Asha')
    await place.click()
    await expect(page).toHaveURL(/\/UserDashboard\/codOrders$/i)
    await expect(page.getByText('Your order is on the way').first()).toBeVisible()
    await expect(page.getByText(product.name).first()).toBeVisible()
    const { codorder, total } = await (await page.request.get('/api/v1/cod/codOrder?page=1')).json()
    expect(total).toBe(1)
    const [order] = codorder
    await shop.open('/order-tracking')
    await page.getByLabel(/order number/i).fill(order.number)
    await page.getByLabel(/phone/i).fill('0000000000')
    await page.getByRole('button', { name: /track|find|follow/i }).click()
    await expect(page.getByText('No order found for this number and phone.')).toBeVisible()
    await page.getByLabel(/phone/i).fill(address.Phone)
    await page.getByRole('button', { name: /track|find|follow/i }).click()
    await expect(page.getByText(order.number).first()).toBeVisible()
    await shop.open(`/UserDashboard/orders/${order._id}`)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cancelled' })).toBeVisible()
    await page.getByRole('button', { name: /notification/i }).click()
    await expect(page.getByText(new RegExp(`${order.number}.*cancelled`, 'i')).first()).toBeVisible()
  })
})

test.describe('a paid order in the admin area', () => {
  test('a partial refund is shown until it is processed', { tag: '@nightly' }, async ({ shopper: shop, page }) => {
    const id = await payThroughApi(shop)
    await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
    let isSent = false
    // The refund is processed later, so the test changes its status in the server's replies.
    await page.route(`**/order/admin/${id}/payment`, async (route) => {
      const response = await route.fetch()
      const { payment } = (await response.json()) as { payment: { refunds: object[] } }
      const refunds = payment.refunds.map((refund) => ({ ...refund, status: isSent ? 'processed' : 'pending' }))
      await route.fulfill({ response, json: { payment: { ...payment, refunds } } })
    })
    await shop.open(`/AdminDashboardWrapper/OrderDetail?open=${id}`)
    await page.getByLabel('Refund amount (₹)').fill('100')
    await page.getByLabel('Reason').fill('One button was missing')
    await page.getByLabel('Invoice').selectOption('Goodwill: the invoice stays as it is')
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Refund', exact: true }).click()
    const refund = page.getByRole('listitem').filter({ hasText: 'One button was missing' })
    await expect(refund).toContainText(/₹100.*Processing/)
    isSent = true
    await expect(refund).toContainText(/₹100.*Refunded/)
  })
})
