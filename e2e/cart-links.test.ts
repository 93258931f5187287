import { randomInt } from 'node:crypto'
import { buildCartLink } from '#contract/cart/cart-link.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, phoneScreen, type Shop, test } from './shop.ts'

test.use(phoneScreen)

async function chooseProduct(shop: Shop) {
  const product = (await shop.products('limit=20')).find(({ sizes }) => sizes.includes('M'))
  if (!product) throw new Error('The demo shop has products in size M.')
  return product
}

test('a guest adds the items of a link to a cart and orders them by cash', async ({ shop, page }) => {
  const product = await chooseProduct(shop)
  const items = [
    { product: product._id, size: 'M', quantity: 2 },
    { product: product._id, size: 'No such size', quantity: 1 },
  ]
  await shop.open(buildCartLink({ items, code: 'NOBODY-KNOWS' }))
  await expect(page.getByText('There is no size No such size.')).toBeVisible()
  await expect(page.getByText(/^The code NOBODY-KNOWS does not count/)).toBeVisible()
  await expectAccessible({ page, name: 'the page of a link to a cart' })
  await shop.reload()
  await shop.tabTo(/Add 2 items to my cart/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/homecart$/)
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await shop.fillAddress({ Phone: `9${randomInt(100_000_000, 999_999_999)}` })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/buy$/)
  await expect(page.getByRole('region', { name: /^Order/ })).toBeVisible()
})

test("a guest takes over an assistant's checkout and pays by UPI", async ({ shop, page }) => {
  const product = await chooseProduct(shop)
  const phone = `9${randomInt(100_000_000, 999_999_999)}`
  const place = { address: '12 Lake Road', city: 'Bengaluru', state: 'Karnataka', pinCode: '560001' }
  const address = { firstName: 'Asha', lastName: 'Rao', phone, email: 'asha@example.com', ...place }
  // Assistants of other servers are not reached in tests: what the shop stores for them is tested at the API.
  const session = {
    kind: 'checkout',
    agent: 'agent.example',
    items: [{ product: product._id, size: 'M', quantity: 1 }],
    code: null,
    address,
  }
  await page.route('**/api/v1/cart/session', (route) => route.fulfill({ json: session }))
  await page.route('**/api/v1/cart/session/open', (route) => route.fulfill({ json: { message: '' } }))
  await shop.open('/cart-link?session=token')
  await expect(page.getByText(/An assistant that calls itself agent\.example/)).toBeVisible()
  await expectAccessible({ page, name: "the page of an assistant's checkout" })
  await page.getByRole('button', { name: 'Add 1 item and check out' }).click()
  await expect(page).toHaveURL(/\/orderNow$/)
  await expect(page.getByLabel('PIN code')).toHaveValue('560001')
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
  await page.getByRole('button', { name: 'Pay online: UPI, card, net banking' }).click()
  const frame = page.frameLocator('iframe.razorpay-checkout-frame')
  await frame.getByTestId('method-upi').click()
  await frame.getByTestId('pay').click()
  await frame.getByTestId('upi-approve').click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
})
