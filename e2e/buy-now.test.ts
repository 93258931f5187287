import { payInWindow } from './pay-by-card.ts'
import { expect, phoneScreen, type Shop, test } from './shop.ts'

test.use(phoneScreen)

/** Two products with enough stock. */
async function findProducts(shop: Shop) {
  const [kept, bought] = await shop.products('limit=7')
  if (!kept || !bought) throw new Error('The demo shop has products.')
  return { kept, bought }
}

async function pressBuyNow({ page }: Shop) {
  await page.getByRole('radio', { name: 'L', exact: true }).check()
  await page.getByRole('button', { name: 'Buy now' }).click()
}

test('a guest buys one item at once, also after a reload and the way back, and the cart stays', async ({ shop, page }) => {
  const { kept, bought } = await findProducts(shop)
  await shop.open(`/product/${kept._id}`)
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await page.locator('[data-add-bar]').getByRole('button', { name: 'Add to Cart' }).click()
  await shop.open(`/product/${bought._id}`)
  await pressBuyNow(shop)
  await expect(page).toHaveURL(new RegExp(`/orderNow\\?buy=${bought._id}&size=L&quantity=1$`))
  const items = page.getByRole('list', { name: 'Items' })
  await expect(items).toContainText(bought.name)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(bought.name)
  await page.goForward()
  await shop.reload()
  await expect(items).toContainText(bought.name)
  await expect(items).not.toContainText(kept.name)

  await shop.fillAddress()
  await page.getByLabel('Note (optional)').fill('Please call first')
  await page.getByLabel('This is a gift').check()
  const [reply] = await Promise.all([
    page.waitForResponse('**/guest/cashondelivery'),
    page.getByRole('button', { name: 'Place Order' }).click(),
  ])
  expect((await reply.json()).order).toMatchObject({
    products: [{ _id: bought._id, size: 'L', quantity: 1 }],
    note: 'Please call first',
    isGift: true,
  })
  await expect(page).toHaveURL(/\/buy$/)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]').map(({ _id }: { _id: string }) => _id))).toEqual([
    kept._id,
  ])
})

test('a shopper pays for one item at once, and the cart stays', async ({ shopper, page }) => {
  const { kept, bought } = await findProducts(shopper)
  await page.request.post('/api/v1/cart/add', { data: { product: kept._id, size: 'M', quantity: 2 } })
  await shopper.open(`/UserDashboard/productPage/${bought._id}`)
  await pressBuyNow(shopper)
  await expect(page).toHaveURL(/\/UserDashboard\/Order\?buy=/)
  await page.getByRole('link', { name: 'Pay on delivery instead' }).click()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  await page.getByRole('link', { name: 'Pay online instead' }).click()
  await page.getByRole('button', { name: /^Pay ₹/ }).waitFor()
  await shopper.fillAddress()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await payInWindow(page)
  await expect(page).toHaveURL(/\/UserDashboard\/myOrders\?status=success/i)
  const { orders } = await (await page.request.get('/api/v1/order/getorder')).json()
  expect(orders).toMatchObject([{ paymentStatus: 'Paid', products: [{ _id: bought._id, size: 'L', quantity: 1 }] }])
  const { cart } = await (await page.request.get('/api/v1/cart')).json()
  expect(cart).toMatchObject([{ product: { _id: kept._id }, size: 'M', quantity: 2 }])
})

test('the checkout of one item comes back after a sign-in', async ({ shop, page }) => {
  const { bought } = await findProducts(shop)
  await shop.open(`/UserDashboard/cod?buy=${bought._id}&size=L&quantity=1`)
  await expect(page).toHaveURL(/\/login/)
  await shop.fillSignIn({ name: `buyer ${Date.now()}`, pin: '4321' })
  await expect(page.getByRole('list', { name: 'Items' })).toContainText(bought.name)
  await expect(page).toHaveURL(new RegExp(`buy=${bought._id}`))
})
