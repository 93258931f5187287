import { area, createProduct, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { address, expect, Shop, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('a product is divided into sizes, and the last M is sold to one of two guests', { tag: '@nightly' }, async ({ page, browser }) => {
  const shop = await signInAdmin(page)
  const { _id, name } = await createProduct(page.request)
  await shop.open(`${area}/payment?open=${_id}`)
  const drawer = page.getByRole('dialog', { name })
  await drawer.getByRole('radio', { name: 'Stock by size' }).check()
  await drawer.getByRole('button', { name: 'M to XXL' }).click()
  await drawer.getByLabel('Stock of size M').fill('1')
  await drawer.getByLabel('Stock of size L', { exact: true }).fill('4')
  await expect(drawer.getByText('The sizes add up to 5, the stock of the product.')).toBeVisible()
  await expectAccessible({ page, name: 'the sizes of a product' })
  await drawer.getByRole('button', { name: 'Save sizes' }).click()
  await expect(drawer.getByText('Sizes saved')).toBeVisible()

  const guestPage = await (await browser.newContext({ baseURL: process.env.SHOP_URL ?? '' })).newPage()
  const guest = new Shop(guestPage)
  await guest.open(`/product/${_id}?size=M`)
  await expect(guestPage.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
  await expect(guestPage.getByText('Only 1 left in M')).toBeVisible()
  await guestPage.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(guestPage.getByRole('link', { name: 'Cart 1 item' })).toBeVisible()

  const { 'First name': firstName, 'Last name': lastName, Address: street, City: city, State: state, 'PIN code': pinCode } = address
  const sold = await page.request.post('/api/v1/guest/cashondelivery', {
    data: {
      products: [{ product: _id, name, price: 500, quantity: 1, size: 'M' }],
      totalPrice: 500,
      cashOndelivery: true,
      deliveryAddress: { firstName, lastName, address: street, city, state, pinCode, phone: '9845011223', email: 'sizes@example.com' },
    },
  })
  expect(sold.status()).toBe(201)

  await guest.open('/homecart')
  await expect(guestPage.getByText('Size M is sold out. Choose another size or remove it to order the rest.')).toBeVisible()
  await expect(guestPage.getByRole('button', { name: 'Order', exact: true })).toBeDisabled()
  await guestPage.getByLabel(`Size of ${name}`).selectOption('L')
  await expect(guestPage.getByRole('button', { name: 'Order', exact: true })).toBeEnabled()

  await guest.open(`/product/${_id}?size=M`)
  const soldOut = guestPage.getByRole('radio', { name: 'M sold out' })
  await expect(soldOut).toHaveAttribute('aria-disabled', 'true')
  await expect(soldOut).not.toBeChecked()
  const jsonLd = JSON.parse((await guestPage.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(jsonLd['@graph'][0].hasVariant.slice(0, 2)).toMatchObject([
    { size: 'M', offers: { availability: 'https://schema.org/OutOfStock' } },
    { size: 'L', offers: { availability: 'https://schema.org/InStock' } },
  ])
  await expectAccessible({ page: guestPage, name: 'a product with a sold-out size' })
})
