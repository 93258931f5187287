import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, app, database, images, cookies } = await startShop()
const shopper = await signInShopper({ request })
const png = await createTestImage().png().toBuffer()
const tiff = await createTestImage().tiff().toBuffer()

const draft = { name: 'Neem Tee', description: 'Soft.', price: '799.50', stock: '12', category: 'TEE' }
type Fields = Record<string, string | Uint8Array | undefined>

async function create(fields: Fields = {}, more: { cookies?: Record<string, string>; headers?: Record<string, string> } = {}) {
  const { payload, headers } = buildMultipartForm({ ...draft, image: png, ...fields })
  return request('POST', '/products/createProduct', { payload, cookies, ...more, headers: { ...headers, ...more.headers } })
}

async function edit(id: string, fields: Fields) {
  return request('PATCH', `/products/${id}`, { ...buildMultipartForm({ ...draft, stock: undefined, ...fields }), cookies })
}

const created = async (fields: Fields = {}) => (await create(fields)).json<{ product: AdminProduct }>().product
const readOriginal = async (product: { image: string }) => sharp(await images.read(`masters/${product.image.split('/')[2]}.webp`))

describe('POST /products/createProduct', () => {
  test('adds a product and serves its image in other widths', async () => {
    const reply = await create({ image: await createTestImage({ width: 800, height: 1000 }).png().toBuffer() })
    expect(reply.statusCode).toBe(201)
    const { message, product } = reply.json()
    expect(message).toBe('Product created successfully')
    expect(product).toMatchObject({ name: 'Neem Tee', price: 799.5, stock: 12, category: 'TEE', backdrop: '#d8c8b0', version: 1 })
    expect(product.image).toMatch(/^\/images\/neem-tee-[0-9a-f]{8}\/800\.webp$/)
    expect((await request('GET', `/products/${product._id}`)).json()).toMatchObject({ _id: product._id, name: 'Neem Tee' })
    const picture = await app.inject({ method: 'GET', url: product.image.replace('800', '320') })
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 320, height: 400, format: 'webp' })
  })

  test('ignores unknown fields and files', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`unknown${index}`, 'something']))
    expect((await create({ ...unknown, receipt: png, bill: tiff })).statusCode).toBe(201)
  })

  test('stores what one costs, which only administrators see', async () => {
    const product = await created({ cost: '1,250.50', price: '1999' })
    expect(product.cost).toBe(1250.5)
    const kept = await edit(product._id, { version: '1', price: '1999' })
    expect(kept.json().product.cost).toBe(1250.5)
    for (const path of [`/products/${product._id}`, '/products/getAll?page=1', '/products/suggestions?q=neem'])
      expect((await request('GET', path)).body).not.toContain('1250.5')
    expect((await edit(product._id, { version: '2', cost: '' })).json().product).not.toHaveProperty('cost')
    expect((await create({ cost: 'free' })).json().fields).toEqual({ cost: 'Cost must be a number such as 799 or 799.50.' })
  })

  test('with sizes adds a product with stock by size', async () => {
    const sizes = JSON.stringify([
      { size: '38', stock: 5, sku: `KURTA-${randomUUID().slice(0, 8)}` },
      { size: '40', stock: 7 },
    ])
    const reply = await create({ sizes })
    expect(reply.json().product).toMatchObject({ stock: 12, sizes: ['38', '40'], sizeStock: [{ stock: 5 }, { stock: 7 }] })
    expect((await create({ sizes })).json().code).toBe('sku_taken')
  })

  test.each([
    ['{', 'Sizes must be JSON.'],
    ['[]', 'Add at least one size.'],
    ['[{"size":"M","stock":6},{"size":"M","stock":6}]', 'Size M is listed twice.'],
  ])('rejects the sizes %s', async (sizes, message) => {
    const reply = await create({ sizes })
    expect(reply.statusCode).toBe(400)
    expect(Object.values(reply.json().fields)).toEqual([message])
  })

  test('rejects sizes that do not add up to the stock', async () => {
    const reply = await create({ sizes: '[{"size":"M","stock":6}]' })
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'The sizes add up to 6, but the stock is 12.'])
  })

  test.each(['jpeg', 'gif', 'webp', 'png'] as const)('accepts a %s without regard to its file name and type', async (format) => {
    expect((await create({ image: await createTestImage().toFormat(format).toBuffer() })).statusCode).toBe(201)
  })

  test('rotates a photo upright and removes its metadata', async () => {
    const image = await createTestImage({ width: 1000, height: 800 })
      .withExif({ IFD0: { Orientation: '6', Copyright: 'Asha' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { width, height, exif, orientation } = await (await readOriginal(await created({ image }))).metadata()
    expect([width, height, exif, orientation]).toEqual([800, 1000, undefined, undefined])
  })

  test('a transparent image gets the default background', async () => {
    const image = await sharp({ create: { width: 400, height: 500, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    const product = await created({ image })
    expect(product.backdrop).toBe('#e8e0d4')
    expect((await (await readOriginal(product)).metadata()).hasAlpha).toBe(false)
  })

  test.each([
    ['1,299', 1_299],
    ['₹ 1,29,900.50', 129_900.5],
    ['129,900', 129_900],
    ['Rs. 799/-', 799],
  ])('the price %s is accepted', async (price, rupees) => {
    expect((await created({ price })).price).toBe(rupees)
  })

  test.each([
    ['name', { name: ' ' }, 'Name is required.'],
    ['description', { description: undefined }, 'Description is required.'],
    ['price', { price: '1,29' }, 'Check the commas in the price: 1299 is written 1,299.'],
    ['price', { price: '12,99,9' }, 'Check the commas in the price: 1299 is written 1,299.'],
    ['price', { price: ',299' }, 'Check the commas in the price: 1299 is written 1,299.'],
    ['price', { price: 'cheap' }, 'Price must be a number such as 799 or 799.50.'],
    ['price', { price: '0' }, 'Price must be more than 0.'],
    ['price', { price: '1.005' }, 'Price must be a number such as 799 or 799.50.'],
    ['stock', { stock: '' }, 'Stock is required.'],
    ['stock', { stock: '-1' }, 'Stock must be a whole number.'],
    ['stock', { stock: '1.5' }, 'Stock must be a whole number.'],
    ['category', { category: 'SOCKS' }, 'Please choose a category.'],
    ['image', { image: undefined }, 'Please select an image'],
    ['image', { image: new Uint8Array() }, 'Please select an image'],
    ['image', { image: 'a text instead of a file' }, 'Please select an image'],
  ])('an invalid %s is rejected with a message', async (field, fields, message) => {
    const reply = await create(fields)
    expect([reply.statusCode, reply.json().fields?.[field]]).toEqual([400, message])
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')],
    ['an SVG that says it is XML', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a TIFF', tiff],
    ['a text', Buffer.from('GIF87 is what I would like to be')],
    ['noise', randomBytes(4000)],
  ])('%s is rejected', async (_what, image) => {
    const reply = await create({ image })
    expect([reply.statusCode, reply.json().message]).toEqual([415, 'Please select a PNG, JPG, GIF or WebP image.'])
  })

  test.each(['png', 'jpeg', 'webp'] as const)('a truncated %s is rejected', async (format) => {
    const whole = await createTestImage({ width: 900, height: 900 }).toFormat(format, { quality: 100 }).toBuffer()
    const reply = await create({ image: whole.subarray(0, Math.floor(whole.length * 0.6)) })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'image_damaged'])
  })

  test('a small file with too many pixels is rejected before it is decoded', async () => {
    const flood = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const reply = await create({ image: flood })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'image_too_many_pixels'])
  })

  test('an image of more than 10 MB is accepted, one of more than 25 MB is not', async () => {
    const large = await sharp(randomBytes(2200 * 2200 * 3), { raw: { width: 2200, height: 2200, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(large.length).toBeGreaterThan(10 * 1024 * 1024)
    expect((await create({ image: large })).statusCode).toBe(201)
    const reply = await create({ image: Buffer.concat([large, Buffer.alloc(12 * 1024 * 1024)]) })
    expect([reply.statusCode, reply.json().message]).toEqual([413, 'Image is too large'])
  })

  test('concurrent requests with one idempotency key create one product', async () => {
    const name = `Twice ${randomUUID().slice(0, 8)}`
    const headers = { 'idempotency-key': randomUUID() }
    const replies = await Promise.all([create({ name }, { headers }), create({ name }, { headers }), create({ name }, { headers })])
    expect(new Set(replies.map((reply) => reply.json().product?._id)).size).toBe(1)
    expect(await database.selectFrom('products').select('id').where('name', '=', name).execute()).toHaveLength(1)
  })

  test('is for administrators only', async () => {
    expect((await create({}, { cookies: {} })).statusCode).toBe(401)
    expect((await create({}, { cookies: shopper.cookies })).statusCode).toBe(403)
    expect((await request('POST', '/products/createProduct', { cookies, body: draft })).statusCode).toBe(400)
  })
})

describe('PATCH /products/:id', () => {
  test('changes everything but the stock, and keeps the image when none is sent', async () => {
    const before = await created()
    const reply = await edit(before._id, { name: 'Neem Henley', price: '899', category: 'HOODIE', version: '1' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().product).toMatchObject({
      name: 'Neem Henley',
      price: 899,
      category: 'HOODIE',
      image: before.image,
      stock: 12,
      version: 2,
    })
    const image = await createTestImage({ edge: '#113355' }).png().toBuffer()
    const pictured = (await edit(before._id, { image, version: '2' })).json().product
    expect(pictured).toMatchObject({ backdrop: '#113355', version: 3 })
    expect(pictured.image).not.toBe(before.image)
  })

  test('the second of two concurrent edits is rejected', async () => {
    const { _id } = await created()
    const replies = await Promise.all([edit(_id, { name: 'One', version: '1' }), edit(_id, { name: 'Other', version: '1' })])
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
    const won = replies.find((reply) => reply.statusCode === 200)?.json().product.name
    expect((await request('GET', `/products/${_id}`)).json().name).toBe(won)
    expect(replies.find((reply) => reply.statusCode === 409)?.json().message).toMatch(/^Someone else has changed this product/)
  })

  test('a sale during the edit does not reject it', async () => {
    const { _id } = await created()
    await database.updateTable('products').set({ stock: 3 }).where('id', '=', _id).execute()
    expect((await edit(_id, { version: '1' })).json().product.stock).toBe(3)
  })

  test('is for administrators only, and needs a product on sale', async () => {
    const { _id } = await created()
    const form = buildMultipartForm({ ...draft, version: '1' })
    expect((await request('PATCH', `/products/${_id}`, form)).statusCode).toBe(401)
    expect((await request('PATCH', `/products/${_id}`, { ...form, cookies: shopper.cookies })).statusCode).toBe(403)
    expect((await edit(randomUUID(), { version: '1' })).statusCode).toBe(404)
  })
})

describe('DELETE /products/:id', () => {
  test('removes the product from every list, and carts keep it as unavailable', async () => {
    const { _id, name } = await created({ name: `Leaving ${randomUUID().slice(0, 8)}` })
    await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: _id, size: 'M', quantity: 1 } })
    const reply = await request('DELETE', `/products/${_id}`, { cookies })
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Product deleted' }])
    expect((await request('GET', `/products/${_id}`)).statusCode).toBe(404)
    expect((await request('GET', '/products/getAll')).json()).not.toContainEqual(expect.objectContaining({ name }))
    const line = (await request('GET', '/cart', { cookies: shopper.cookies })).json().cart[0]
    expect(line).toMatchObject({ product: { _id } })
    expect((await request('DELETE', `/products/${_id}`, { cookies })).statusCode).toBe(404)
  })

  test('is for administrators only', async () => {
    const { id } = await createTestProduct({ database })
    expect((await request('DELETE', `/products/${id}`)).statusCode).toBe(401)
    expect((await request('DELETE', `/products/${id}`, { cookies: shopper.cookies })).statusCode).toBe(403)
    expect((await request('DELETE', '/products/nonsense', { cookies })).statusCode).toBe(404)
  })
})

describe('GET /products/admin', () => {
  test('has pages of seven, sorts by name and stock, and filters low stock', async () => {
    const mark = randomUUID().slice(0, 8)
    for (const [index, stock] of [40, 3, 0, 9].entries())
      await createTestProduct({ database, name: `Zari ${mark} ${index}`, stock, category: 'DENIM' })
    const list = async (query: string) => (await request('GET', `/products/admin?${query}`, { cookies })).json()
    const first = await list('page=1')
    expect(first.products).toHaveLength(7)
    expect(first.totalPages).toBe(Math.ceil(first.total / 7))
    expect((await list(`q=${mark}&sort=stock`)).products.map(({ stock }: AdminProduct) => stock)).toEqual([0, 3, 9, 40])
    expect((await list(`q=${mark}&sort=name&low=yes`)).products.map(({ stock }: AdminProduct) => stock)).toEqual([3, 0])
    expect((await list('low=yes&category=DENIM')).total).toBe(2)
  })

  test('low stock fills a page in the order of the sort, by size too', async () => {
    const ids: string[] = []
    for (let index = 0; index < 4; index += 1) {
      ids.unshift((await createTestProduct({ database, stock: 2, category: 'HOODIE' })).id)
      await createTestProduct({ database, stock: 40, category: 'HOODIE' })
      ids.unshift((await createTestProduct({ database, sizes: { S: 40, M: 3 }, category: 'HOODIE' })).id)
    }
    const page = async (number: number) =>
      (await request('GET', `/products/admin?low=yes&category=HOODIE&page=${number}`, { cookies })).json<{ products: AdminProduct[] }>()
    const found = [...(await page(1)).products, ...(await page(2)).products]
    expect(found.map(({ _id }) => _id)).toEqual(ids)
  })
})
