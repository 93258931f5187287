import { area, createProduct, createSuffix, deleteMadeProducts, endOffers, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { address, expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)
test.afterEach(endOffers)

test('an offer that an administrator adds reduces a guest order, and is ended', { tag: '@nightly' }, async ({ page }) => {
  const shop = await signInAdmin(page)
  const code = `E2E-${createSuffix().toUpperCase()}`
  const product = await createProduct(page.request)
  await shop.open(`${area}/offers`)
  await page.getByRole('link', { name: 'Add an offer' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Title').fill(`Offer ${code}`)
  await drawer.getByLabel('Code').fill('TWO/WORDS')
  await drawer.getByLabel('Percent').fill('95')
  await drawer.getByRole('button', { name: 'Add offer' }).click()
  await expect(drawer.getByText('Enter at most 90 %.')).toBeVisible()
  await expect(drawer.getByText('without spaces')).toBeVisible()
  await expectAccessible({ page, name: 'the form of an offer' })
  await drawer.getByLabel('Code').fill(code.toLowerCase())
  await drawer.getByLabel('Percent').fill('10')
  await drawer.getByLabel('For', { exact: true }).selectOption('Chosen products')
  await drawer.getByLabel('Search products to add').fill(product.name)
  await drawer.getByLabel('Search products to add').press('Enter')
  await drawer.getByRole('button', { name: `Add ${product.name}` }).click()
  await drawer.getByLabel('Uses in all').fill('40')
  await drawer.getByRole('button', { name: 'Add offer' }).click()
  const row = page.getByRole('row', { name: new RegExp(code) })
  await expect(row).toContainText('0 of 40')
  await page.request.post('/api/v1/users/logout')

  await shop.open(`/buy?code=${code}`)
  await expect(page.getByText(`The code ${code} is used in your cart.`)).toBeVisible()
  await shop.open(`/product/${product._id}`)
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await shop.expectToast('Added to your cart')
  await shop.open('/homecart')
  await expect(page.getByText(`${code} is used.`)).toBeVisible()
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  await page.getByRole('button', { name: `Remove the code ${code}` }).click()
  await page.getByRole('button', { name: 'Have a code?' }).click()
  await page.getByLabel('Have a code?').fill('NOBODY-KNOWS')
  await page.keyboard.press('Enter')
  await expect(page.getByText('We do not know this code. Please check it.')).toBeVisible()
  await page.getByLabel('Have a code?').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('₹450', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await expect(page.getByText(`${code} is used.`)).toBeVisible()
  await shop.fillAddress({ ...address, Phone: `9${String(Date.now()).slice(-9)}` })
  await expectAccessible({ page, name: 'the order form with a code' })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/buy$/)
  await expect(page.getByText('₹450').first()).toBeVisible()

  const admin = await signInAdmin(page)
  await admin.open(`${area}/offers?q=${code}`)
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('1 of 40')
  await page.getByRole('link', { name: `Offer ${code}` }).click()
  await expect(page.getByRole('dialog').getByRole('cell', { name: '₹50' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe(`${code.toLowerCase()}-orders.csv`)
  await page.getByRole('button', { name: 'End the offer' }).click()
  await page.getByRole('alertdialog', { name: 'End this offer?' }).getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('The offer has ended.')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Ended', { exact: true }).first()).toBeVisible()
})

test('a shopper enters a code in the cart, sees it in the choice of payment, and the code of a link moves into the cart', async ({
  browser,
  page,
  shopper,
}) => {
  const code = `E2E-${createSuffix().toUpperCase()}`
  const adminPage = await browser.newPage()
  await signInAdmin(adminPage)
  const product = await createProduct(adminPage.request)
  const scope = { kind: 'products', ids: [product._id] }
  const add = async (data: object) => (await (await adminPage.request.post('/api/v1/offers', { data: { ...data, scope } })).json()).offer
  const made = [
    await add({ title: 'Code', code, kind: 'percent', percent: 10 }),
    await add({ title: `Online ${code}`, kind: 'pay_online', amount: 50 }),
  ]
  await page.request.post('/api/v1/cart/add', { data: { product: product._id, size: 'M' } })

  await shopper.open('/UserDashboard/cart')
  await page.getByRole('button', { name: 'Have a code?' }).click()
  await page.getByLabel('Have a code?').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${code} is used.`)).toBeVisible()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByText('Prepaid ₹400, Cash on Delivery ₹450.')).toBeVisible()
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByText('To pay', { exact: true })).toBeVisible()
  await shopper.fillAddress({ Phone: `9${String(Date.now()).slice(-9)}` })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/codOrders/)
  await expect(page.getByText('₹450').first()).toBeVisible()

  await shopper.open(`/buy?code=${code}`)
  await expect(page.getByText(`The code ${code} is used in your cart.`)).toBeVisible()
  await page.request.post('/api/v1/cart/add', { data: { product: product._id, size: 'M' } })
  await shopper.open('/UserDashboard/cart')
  await expect(page.getByText(`${code} is used.`)).toBeVisible()
  for (const { _id, version } of made) await adminPage.request.post(`/api/v1/offers/${_id}/end`, { data: { version } })
  await adminPage.close()
})

test('three items for a price are named on the list and the product, told in the cart, ordered, and returned in part', async ({
  browser,
  page,
  shopper,
}) => {
  const adminPage = await browser.newPage()
  const admin = await signInAdmin(adminPage)
  const product = await createProduct(adminPage.request)
  await admin.open(`${area}/offers?open=new`)
  const drawer = adminPage.getByRole('dialog')
  await drawer.getByLabel('Title').fill(`Three of ${product.name}`)
  await drawer.getByLabel('Kind').selectOption('Items for a fixed price')
  await drawer.getByLabel('Items', { exact: true }).fill('3')
  await drawer.getByLabel('Price of these items together in rupees').fill('1199')
  await drawer.getByLabel('For', { exact: true }).selectOption('Chosen products')
  await drawer.getByLabel('Search products to add').fill(product.name)
  await drawer.getByLabel('Search products to add').press('Enter')
  await drawer.getByRole('button', { name: `Add ${product.name}` }).click()
  await drawer.getByRole('button', { name: 'Add offer' }).click()
  await expect(adminPage.getByRole('row', { name: new RegExp(product.name) })).toContainText('3 for ₹1,199')

  const sentence = '3 for ₹1,199 on selected items'
  await shopper.open(`/buy?q=${encodeURIComponent(product.name)}`)
  await expect(page.getByRole('article', { name: product.name })).toContainText(sentence)
  await shopper.open(`/UserDashboard/productPage/${product._id}`)
  await expect(page.getByText(sentence)).toBeVisible()
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.locator('[data-mini-cart]')).toContainText('Add 2 more items from the selected ones and 3 cost ₹1,199.')
  await shopper.open('/UserDashboard/cart')
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await expect(page.getByText('Add 1 more item from the selected ones and 3 cost ₹1,199.')).toBeVisible()
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await expect(page.getByText(`Discount (Three of ${product.name})`)).toBeVisible()
  await expectAccessible({ page, name: 'the cart with an offer' })
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await shopper.fillAddress({ Phone: `9${String(Date.now()).slice(-9)}` })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/codOrders/)
  await expect(page.getByText('₹1,199').first()).toBeVisible()

  const { codorder } = await (await page.request.get('/api/v1/cod/codOrder')).json()
  const [{ _id: id }] = codorder
  for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
    await adminPage.request.post(`/api/v1/order/admin/${id}/move`, { data: { to } })
  await shopper.open(`/UserDashboard/orders/${id}/return`)
  await page.getByRole('checkbox', { name: `Return ${product.name}` }).check()
  for (const _ of [1, 2]) await page.getByRole('button', { name: `Decrease quantity of ${product.name}` }).click()
  await page.getByLabel(`Why do you return ${product.name}?`).selectOption('faulty')
  // A third of ₹1,199, rounded in favour of the shopper.
  await expect(page.getByRole('status').filter({ hasText: 'You get back' })).toContainText('₹399.67')
  const { offers } = await (await adminPage.request.get(`/api/v1/offers?q=${encodeURIComponent(product.name)}`)).json()
  for (const { _id, version } of offers) await adminPage.request.post(`/api/v1/offers/${_id}/end`, { data: { version } })
  await adminPage.close()
})
