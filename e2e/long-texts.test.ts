import { address, expect, type Shop, test } from './shop.ts'

const longWord = 'Supercalifragilistic'.repeat(6)
const widths = [360, 390, 768, 1440]

async function createProduct(shop: Shop): Promise<string> {
  const { request } = shop.page
  await request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  const picture = await request.get((await shop.products()).at(-1)?.image ?? '')
  const reply = await request.post('/api/v1/products/createProduct', {
    multipart: {
      name: longWord,
      description: longWord.repeat(5),
      price: '99999.50',
      stock: '99',
      category: 'DENIM',
      image: { name: 'denim.webp', mimeType: 'image/webp', buffer: await picture.body() },
    },
  })
  return (await reply.json()).product._id
}

async function expectNoOverflow({ page }: Shop, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(readWidth, `${name} at ${width} px`).toBe(width)
  }
}

test('names, addresses and searches of one long word fit on every screen', { tag: '@nightly' }, async ({ shop, page }) => {
  const product = await createProduct(shop)
  await page.request.post('/api/v1/users/login', { data: { name: `${'W'.repeat(40)} ${crypto.randomUUID().slice(0, 8)}`, pin: '1234' } })
  const add = () => page.request.post('/api/v1/cart/add', { data: { product, size: 'XXL', quantity: 30 } })
  await add()
  const reply = await page.request.post('/api/v1/cod/cashondelivery', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: {
      firstName: 'W'.repeat(60),
      lastName: 'W'.repeat(60),
      address: 'W'.repeat(300),
      landmark: 'W'.repeat(120),
      city: 'W'.repeat(80),
      state: 'W'.repeat(80),
      pinCode: '560001',
      phone: address.Phone,
      email: `${'w'.repeat(60)}@${'w'.repeat(60)}.com`,
    },
  })
  const { order } = await reply.json()
  await add()
  const shopperPaths = ['', '/cart', '/cod', '/order', '/codOrders', `/orders/${order._id}`, `/productPage/${product}`]
  const publicPaths = ['/buy?category=DENIM', `/buy?q=${'w'.repeat(200)}`, `/product/${product}`]
  for (const path of [...shopperPaths.map((each) => `/UserDashboard${each}`), ...publicPaths]) {
    await shop.open(path)
    await expectNoOverflow(shop, path)
  }
  await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  for (const path of ['', '/OrderDetail', `/OrderDetail?open=${order._id}`, '/payment']) {
    await shop.open(`/AdminDashboardWrapper${path}`)
    await page.getByRole('table').first().waitFor()
    await expectNoOverflow(shop, `/AdminDashboardWrapper${path}`)
  }
  // The name is one of the newest, so it is deleted again for the other tests.
  expect((await page.request.delete(`/api/v1/products/${product}`)).status()).toBe(200)
})
