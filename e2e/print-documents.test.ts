import { address } from '#testing/factories.ts'
import { area, createProduct, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('an administrator prints the documents of an order, exports it and reads the summary of the day', { tag: '@nightly' }, async ({
  page,
}) => {
  const shop = await signInAdmin(page)
  const { _id, name, price } = await createProduct(page.request)
  const items = [{ product: _id, name, price, quantity: 2, size: 'M' }]
  const deliveryAddress = { ...address, firstName: 'श्रीमती' }
  const data = { products: items, totalPrice: price * 2, cashOndelivery: true, deliveryAddress }
  const { order } = await (await page.request.post('/api/v1/guest/cashondelivery', { data })).json()

  await shop.open(`${area}/OrderDetail?q=${order.number}&open=${order._id}`)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Print packing slip' }).click()])
  const slip = popup.getByRole('region', { name: `Packing slip of order ${order.number}` })
  await expect(slip).toContainText('श्रीमती Rao')
  await expect(slip).toContainText('₹1,000')
  await popup.getByRole('link', { name: 'Pick list' }).click()
  await expect(popup.getByRole('region', { name: 'Pick list' }).getByRole('row', { name: new RegExp(name) })).toContainText('M2')
  await popup.getByRole('link', { name: 'Address labels' }).click()
  await expect(popup.getByRole('region', { name: `Label of order ${order.number}` })).toContainText('PIN 560001')
  await expectAccessible({ page: popup, name: 'the print documents of orders' })
  // Only the sheets are printed, each in its own size.
  await popup.emulateMedia({ media: 'print' })
  await expect(popup.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(popup.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await popup.close()

  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'VISITER' }).click()
  await page.getByRole('link', { name: "Day's summary" }).click()
  await expect(page.getByRole('row', { name: /^Orders placed [1-9]/ })).toBeVisible()
  await expectAccessible({ page, name: 'the summary of a day' })
})
