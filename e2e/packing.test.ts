import { address } from '#testing/factories.ts'
import { area, createProduct, createSuffix, deleteMadeProducts, signInAdmin } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, phoneScreen, test } from './shop.ts'

test.use(phoneScreen)
test.afterEach(deleteMadeProducts)

test('an administrator packs an order with a keyboard scanner, by touch and after a reload', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  const shop = await signInAdmin(page)
  const { _id, name, price } = await createProduct(page.request)
  const suffix = createSuffix()
  const send = async (path: string, data: object) => {
    const reply = await page.request.post(`/api/v1${path}`, { data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return reply.json()
  }
  const { product } = await (await page.request.get(`/api/v1/products/${_id}/stock`)).json()
  await send(`/products/${_id}/sizes`, {
    ...{ version: product.version, seenStock: product.stock, note: 'Counted' },
    // The first shelf of the shop.
    sizes: [
      { size: 'M', stock: 10, sku: `PACK-${suffix}-M`, shelf: '0 A' },
      { size: 'L', stock: 10, sku: `PACK-${suffix}-L`, shelf: '0 B' },
    ],
  })
  const place = async (sizes: Record<string, number>) => {
    const products = Object.entries(sizes).map(([size, quantity]) => ({ product: _id, name, price, quantity, size }))
    const totalPrice = products.reduce((sum, { quantity }) => sum + quantity * price, 0)
    const { order } = await send('/guest/cashondelivery', {
      products,
      totalPrice,
      cashOndelivery: true,
      deliveryAddress: address,
      note: 'Call first',
    })
    await send(`/order/admin/${order._id}/move`, { to: 'Confirmed' })
    return order.number as string
  }
  const first = await place({ L: 1, M: 2 })
  const second = await place({ L: 1 })

  await shop.open(`${area}/desk?view=to-pack`)
  await page.getByRole('link', { name: 'Pack', exact: true }).click()
  const atHand = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(atHand).toHaveText(first)
  await expect(page.getByText('Call first')).toBeVisible()
  const scan = async (size: string) => {
    await page.keyboard.type(`pack-${suffix}-${size}`)
    await page.keyboard.press('Enter')
  }
  const item = (size: string, count: string) => page.getByRole('button', { name: new RegExp(`${size} ${name}.*${count}`) })
  await scan('m')
  await expect(item('M', '1 of 2')).toBeVisible()
  await scan('x')
  await expect(page.getByRole('alert').filter({ hasText: 'is not in this order.' })).toBeVisible()
  await shop.reload()
  await expect(item('M', '1 of 2')).toBeVisible()
  await scan('m')
  await scan('m')
  await expect(page.getByRole('alert').filter({ hasText: 'all 2 are ticked already.' })).toBeVisible()
  await expectAccessible({ page, name: 'the packing table with ticked items' })
  await item('L', '0 of 1').click()
  await page.getByRole('button', { name: 'Packed' }).click()

  await expect(atHand).toHaveText(second)
  await expect(page.locator('html[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: `Label of order ${first}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Packed' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByText(`${first} is packed.`)).toBeVisible()

  await scan('l')
  await page.keyboard.type(second.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${second} is packed.`)).toBeVisible()
})
