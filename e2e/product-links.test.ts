import { address, expect, type Shop, test } from './shop.ts'

async function pickProduct(shop: Shop) {
  const [product] = await shop.products('category=tee&limit=7')
  if (!product) throw new Error('The demo shop has tees.')
  return product
}

const orderAddress = {
  firstName: address['First name'],
  lastName: address['Last name'],
  address: address.Address,
  city: address.City,
  state: address.State,
  pinCode: address['PIN code'],
  phone: address.Phone,
  email: address.Email,
}

test("lines of a guest's cart and of a tracked order link to the product", { tag: '@nightly' }, async ({ shop, page }) => {
  const { name, price, _id } = await shop.startCart()
  const productUrl = new RegExp(`/product/${_id}/`)
  const items = page.getByRole('list', { name: 'Items in your cart' })
  await items.locator('img').click()
  await expect(page).toHaveURL(productUrl)
  await page.goBack()
  await items.getByRole('link', { name }).click()
  await expect(page).toHaveURL(productUrl)
  const reply = await page.request.post('/api/v1/guest/cashondelivery', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: { products: [{ product: _id, quantity: 1, size: 'M' }], totalPrice: price, cashOndelivery: true, deliveryAddress: orderAddress },
  })
  const { order } = await reply.json()
  await shop.open('/order-tracking')
  await page.getByLabel('Order number').fill(order.number)
  await page.getByLabel('Phone').fill(address.Phone)
  await page.getByRole('button', { name: /track/i }).click()
  await page.getByRole('list', { name: 'Items' }).getByRole('link', { name }).click()
  await expect(page).toHaveURL(productUrl)
})

test("lines of a shopper's cart, order list and order link to the product in the dashboard", { tag: '@nightly' }, async ({
  shopper: shop,
  page,
}) => {
  const { name, _id } = await pickProduct(shop)
  const add = () => page.request.post('/api/v1/cart/add', { data: { product: _id, size: 'M', quantity: 1 } })
  await add()
  const reply = await page.request.post('/api/v1/cod/cashondelivery', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: orderAddress,
  })
  const { order } = await reply.json()
  await add()
  for (const path of ['cart', 'codOrders', `orders/${order._id}`]) {
    await shop.open(`/UserDashboard/${path}`)
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await expect(page, path).toHaveURL(new RegExp(`/UserDashboard/productPage/${_id}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  }
})
