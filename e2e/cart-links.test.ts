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
