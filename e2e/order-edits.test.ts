import { buildGuestOrder } from '#testing/factories.ts'
import { area, createProduct, createSuffix, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

test.afterEach(deleteMadeProducts)

test('an administrator corrects the address and removes an item, beside the other order of the person', { tag: '@nightly' }, async ({
  page,
}) => {
  const shop = await signInAdmin(page)
  const [tee, denim] = [await createProduct(page.request), await createProduct(page.request)]
  const body = buildGuestOrder([
    { ...tee, id: tee._id, size: 'M' },
    { ...denim, id: denim._id, size: 'L' },
  ])
  const suffix = createSuffix()
  const phone = `7${Number.parseInt(suffix, 16).toString().padStart(9, '0')}`
  const place = async () => {
    const data = { ...body, deliveryAddress: { ...body.deliveryAddress, phone, email: `${suffix}@example.com` } }
    return (await (await page.request.post('/api/v1/guest/cashondelivery', { data })).json()).order
  }
  const [other, order] = [await place(), await place()]
  await shop.open(`${area}/OrderDetail?open=${order._id}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Likely duplicate')).toBeVisible()
  await expect(drawer.getByRole('link', { name: other.number })).toBeVisible()

  await drawer.getByRole('button', { name: 'Edit the address' }).click()
  await drawer.getByLabel('Address', { exact: true }).fill('7 Church Street')
  await drawer.getByRole('button', { name: `Change ${denim.name}` }).click()
  await expectAccessible({ page, name: 'the forms that change an order' })
  await drawer.getByRole('button', { name: 'Save address' }).click()
  await expect(drawer.getByText('The address is changed')).toBeVisible()

  await drawer.getByRole('button', { name: 'Remove item' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(drawer.getByText('The item is removed')).toBeVisible()
  await expect(drawer.getByText('Likely duplicate')).toBeHidden()
  await expect(drawer.getByRole('listitem').filter({ hasText: /^Address changed.*12 Lake Road.*7 Church Street/ })).toBeVisible()
})
