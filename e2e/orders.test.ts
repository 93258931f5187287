import { address, expect, type Shop, test } from './shop.ts'

const card = '4100280000001007'

/** One piece in the cart of the signed-in shopper. */
async function fillCart(shop: Shop) {
  const [product] = await shop.products('limit=7')
  if (!product) throw new Error('The demo shop has products.')
  await shop.page.request.post('/api/v1/cart/add', { data: { product: product._id, size: 'M', quantity: 1 } })
  return product
}

async function chooseMethod(shop: Shop, method: 'Prepaid' | 'Cash on Delivery') {
  await shop.open('/UserDashboard/cart')
  await shop.page.getByRole('button', { name: 'Checkout' }).click()
  await shop.page.getByRole('button', { name: method }).click()
}

test.describe('cash on delivery', () => {
  test('orders, is listed, is tracked, and is cancelled', async ({ shopper: shop, page }) => {
    const product = await fillCart(shop)
    await chooseMethod(shop, 'Cash on Delivery')
    const place = page.getByRole('button', { name: 'Place Order' })
    await expect(place).toBeDisabled()
    await shop.fillAddress()
    await place.click()
    await expect(page).toHaveURL(/\/UserDashboard\/codOrders$/i)
    await expect(page.getByText('Your order is on the way').first()).toBeVisible()
    await expect(page.getByText(product.name).first()).toBeVisible()
    const { codorder } = await (await page.request.get('/api/v1/cod/codOrder?page=1')).json()
    const [order] = codorder
    await page.goto('/order-tracking')
    await page.getByLabel(/order number/i).fill(order.number)
    await page.getByLabel(/phone/i).fill('0000000000')
    await page.getByRole('button', { name: /track|find|follow/i }).click()
    await expect(page.getByText('No order found for this number and phone.')).toBeVisible()
    await page.getByLabel(/phone/i).fill(address.Phone)
    await page.getByRole('button', { name: /track|find|follow/i }).click()
    await expect(page.getByText(order.number).first()).toBeVisible()
    await page.goto(`/UserDashboard/orders/${order._id}`)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cancelled' })).toBeVisible()
    await page.getByRole('button', { name: /notification/i }).click()
    await expect(page.getByText(new RegExp(`${order.number}.*cancelled`, 'i')).first()).toBeVisible()
  })

  test('a lost connection loses nothing typed, and trying again places one order', async ({ shopper: shop, page }) => {
    await fillCart(shop)
    await chooseMethod(shop, 'Cash on Delivery')
    await shop.fillAddress()
    await page.route(
      '**/cod/cashondelivery',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /trying again is safe/i })).toBeVisible()
    await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Asha')
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page).toHaveURL(/\/UserDashboard\/codOrders$/i)
    expect((await (await page.request.get('/api/v1/cod/codOrder?page=1')).json()).total).toBe(1)
  })
})

test.describe('card', () => {
  const pay = async (shop: Shop, outcome: 'bank-success' | 'bank-failure') => {
    const frame = shop.page.frameLocator('iframe.razorpay-checkout-frame')
    await frame.getByTestId('method-card').click()
    await frame.getByTestId('card-number').fill(card)
    await frame.getByTestId('card-expiry').fill('12/30')
    await frame.getByTestId('card-cvv').fill('123')
    await frame.getByTestId('card-name').fill('Asha Rao')
    await frame.getByTestId('pay').click()
    await frame.getByTestId(outcome).click()
    return frame
  }

  const openWindow = async (shop: Shop) => {
    await chooseMethod(shop, 'Prepaid')
    await shop.page.getByRole('button', { name: /^Pay/ }).waitFor()
    await shop.fillAddress()
    await shop.page.getByRole('button', { name: /^Pay/ }).click()
    await expect(shop.page.frameLocator('iframe.razorpay-checkout-frame').getByTestId('test-banner')).toBeVisible()
  }

  test('incomplete details are told before anything is opened', async ({ shopper: shop, page }) => {
    await fillCart(shop)
    await chooseMethod(shop, 'Prepaid')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByText('Incomplete Details')).toBeVisible()
    await expect(page.getByText('Please fill all required fields before proceeding.')).toBeVisible()
  })

  test('pays, and the order is in the list', async ({ shopper: shop, page }) => {
    const product = await fillCart(shop)
    await openWindow(shop)
    await expect(page.getByRole('heading', { name: 'Processing Payment...' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Processing Payment...' })).toBeVisible()
    await pay(shop, 'bank-success')
    await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success&payment_id=pay_/i)
    await expect(page.getByText('Payment Successful').first()).toBeVisible()
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(product.name).first()).toBeVisible()
    expect((await (await page.request.get('/api/v1/cart')).json()).cart).toEqual([])
  })

  test('a decline leaves the window open, and the next try pays', async ({ shopper: shop, page }) => {
    await fillCart(shop)
    await openWindow(shop)
    const frame = await pay(shop, 'bank-failure')
    await frame.getByTestId('retry').click()
    await pay(shop, 'bank-success')
    await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success/i)
    expect((await (await page.request.get('/api/v1/order/getorder')).json()).orders).toHaveLength(1)
  })

  test('closing the window is a cancelled payment, and the cart is still there', async ({ shopper: shop, page }) => {
    await fillCart(shop)
    await openWindow(shop)
    const frame = page.frameLocator('iframe.razorpay-checkout-frame')
    await frame.getByTestId('close').click()
    await frame.getByTestId('confirm-leave').click()
    await expect(page).toHaveURL(/\/UserDashboard\/PaymentCancelled\?status=canceled/i)
    await expect(page.getByText('Payment Cancelled').first()).toBeVisible()
    expect((await (await page.request.get('/api/v1/cart')).json()).cart).toHaveLength(1)
  })

  test('a script that does not load says so', async ({ shopper: shop, page }) => {
    await fillCart(shop)
    await chooseMethod(shop, 'Prepaid')
    await page.getByRole('button', { name: /^Pay/ }).waitFor()
    await page.route('**/checkout.js', (route) => route.abort())
    await shop.fillAddress()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByText(/Failed to load Razorpay/)).toBeVisible()
  })
})
