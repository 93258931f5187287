import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { createTestProduct } from '#testing/factories.ts'
import { googleItem, metaRow } from '#testing/feed-specifications.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { createTestApp } from '#testing/test-app.ts'
import { isWellFormed, readFeedItems } from '#testing/xml.ts'
import { markFeedsOutdated } from './feed-files.ts'
import { parseGtin, selectFeedProducts } from './feed-items.ts'

const shop = { PUBLIC_URL: 'https://shop.example', DEMO: 'off', STORE_NAME: 'Warp & Weft' }
const testApp = await createTestApp({ environment: shop })
const { app, database } = testApp
const runJob = createJobRunner(testApp)
const kurta = await createTestProduct({ database, name: 'Kurta <“A”> & B', price: 999, sizes: { M: 2, 'Free size': 0 } })
const tee = await createTestProduct({ database, name: 'Tee', description: 'Line\u0008\u001f one\n"two", ਤਿੰਨ', price: 799.5, stock: 3 })
const gone = await createTestProduct({ database, name: 'Gone' })
await sql`update products set status = 'deleted' where id = ${gone.id}`.execute(database)
await database
  .updateTable('products')
  .set({ details: JSON.stringify({ colour: 'Indigo and pale blue', fabric: '100% cotton' }), mrp_paise: toPaise(1_299) })
  .where('id', '=', kurta.id)
  .execute()
await database
  .insertInto('categories')
  .values({ key: 'KURTA', name: 'Kurtas', position: 9, gender: 'female', age_group: 'adult', size_system: 'UK', google_category: 5388 })
  .execute()
await database.updateTable('products').set({ category: 'KURTA' }).where('id', '=', kurta.id).execute()
await database.updateTable('product_sizes').set({ sku: 'KU-M', barcode: '4006381333931' }).where('size', '=', 'M').execute()
const pictures = ['test-product-1', 'back', 'detail'].map((image_key, index) => {
  return { product_id: kurta.id, position: index + 1, image_key, placeholder_color: '#aabbcc' }
})
await database.deleteFrom('product_pictures').where('product_id', '=', kurta.id).execute()
await database.insertInto('product_pictures').values(pictures).execute()

async function readFeed(path: string) {
  await markFeedsOutdated({ database })
  await runJob('write-feeds')
  return app.inject(path)
}

type Item = Record<string, unknown>

async function readGoogle() {
  const reply = await readFeed('/feeds/google.xml')
  return { reply, xml: reply.body, items: readFeedItems(reply.body) }
}
const readMeta = async () => parse((await readFeed('/feeds/meta.csv')).body, { columns: true }) as Item[]
const listOf = (items: Item[], id: string) => items.filter((item) => String(item.id).startsWith(id))

describe('Google', () => {
  test('the feed is RSS 2.0 whose items follow the product data specification', async () => {
    const { reply, xml, items } = await readGoogle()
    expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(isWellFormed(xml)).toBe(true)
    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0" xmlns:g="http:\/\/base\.google\.com\/ns\/1\.0"><channel>/,
    )
    expect(xml).toContain('<title>Warp &amp; Weft</title><link>https://shop.example</link>')
    expect(items).toHaveLength(6)
    for (const item of items) googleItem.parse(item)
    expect(items[0]?.shipping).toEqual({
      country: 'IN',
      price: '0.00 INR',
      min_handling_time: '1',
      max_handling_time: '2',
      min_transit_time: '4',
      max_transit_time: '5',
    })
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  })

  test('a size has its own stock, link and numbers; MRP is the price and the price is the sale price', async () => {
    const { items } = await readGoogle()
    const [m, free] = listOf(items, kurta.id)
    expect(m).toMatchObject({
      id: `${kurta.id}-M`,
      title: 'Kurta <“A”> & B, M',
      link: `https://shop.example/product/${kurta.id}/kurta-a-b?size=M`,
      image_link: expect.stringMatching(/^https:\/\/shop\.example\/images\/.+\/1200\.jpeg$/),
      availability: 'in_stock',
      price: '1299.00 INR',
      sale_price: '999.00 INR',
      maximum_retail_price: '1299.00 INR',
      brand: 'Warp & Weft',
      color: 'Indigo/Pale blue',
      material: '100% cotton',
      gtin: '4006381333931',
      mpn: 'KU-M',
    })
    expect(m).not.toHaveProperty('identifier_exists')
    expect(m).not.toHaveProperty('sale_price_effective_date')
    expect(m).toMatchObject({
      gender: 'female',
      age_group: 'adult',
      size_system: 'UK',
      google_product_category: '5388',
      item_group_id: kurta.id,
    })
    expect(free).toMatchObject({ id: `${kurta.id}-Free_size`, availability: 'out_of_stock', identifier_exists: 'no' })
    expect(free?.link).toMatch(/\?size=Free%20size$/)
  })

  test('a product with one stock is listed in the sizes of the shop, one that is not on sale is not', async () => {
    const { items } = await readGoogle()
    expect(listOf(items, tee.id).map(({ size, price, availability }) => [size, price, availability])).toEqual(
      ['M', 'L', 'XL', 'XXL'].map((size) => [size, '799.50 INR', 'in_stock']),
    )
    expect(listOf(items, tee.id)[0]).not.toHaveProperty('sale_price')
    expect(listOf(items, gone.id)).toEqual([])
  })

  test('all pictures are listed', async () => {
    const [first] = (await readGoogle()).items
    expect(first?.additional_image_link).toEqual(['back', 'detail'].map((key) => `https://shop.example/images/${key}/1200.jpeg`))
  })

  test('a running sale has its times in India', async () => {
    const times = { starts_at: new Date('2026-11-20T18:30:00Z'), ends_at: new Date('2026-11-23T18:29:00Z') }
    await database
      .insertInto('product_sales')
      .values({ product_id: tee.id, price_paise: toPaise(600), state: 'running', ...times })
      .execute()
    await database
      .updateTable('products')
      .set({ price_paise: toPaise(600), regular_price_paise: toPaise(799.5), sale_ends_at: times.ends_at })
      .where('id', '=', tee.id)
      .execute()
    const sale = {
      price: '799.50 INR',
      sale_price: '600.00 INR',
      sale_price_effective_date: '2026-11-21T00:00+05:30/2026-11-23T23:59+05:30',
    }
    expect(listOf((await readGoogle()).items, tee.id)[0]).toMatchObject(sale)
    expect(listOf(await readMeta(), tee.id)[0]).toMatchObject(sale)
  })
})

describe('Meta', () => {
  test('each size is a row that follows the catalogue fields', async () => {
    const rows = await readMeta()
    expect(rows).toHaveLength(6)
    for (const row of rows) metaRow.parse(row)
    expect(listOf(rows, kurta.id)[0]).toMatchObject({
      id: `${kurta.id}-M`,
      title: 'Kurta <“A”> & B, M',
      additional_image_link: 'https://shop.example/images/back/1200.jpeg,https://shop.example/images/detail/1200.jpeg',
      shipping: 'IN:::0.00 INR',
      gender: 'female',
      age_group: 'adult',
      color: 'Indigo/Pale blue',
    })
    expect(listOf(rows, tee.id)[0]?.description).toContain('"two", ਤਿੰਨ')
  })
})

test('a pre-order has its day in the feed of Google; sizes without stock and days that have come have none', async () => {
  const day = (days: number) => toIndianDay(Date.now() + days * 86_400_000)
  const { id } = await createTestProduct({ database, name: 'Coming coat', sizes: { M: 2, L: 0 } })
  const setDay = (availableFrom: string) =>
    database
      .updateTable('products')
      .set({ details: JSON.stringify({ availableFrom }) })
      .where('id', '=', id)
      .execute()
  await setDay(day(10))
  const [medium, large] = listOf((await readGoogle()).items, id)
  expect(medium).toMatchObject({ availability: 'preorder', availability_date: `${day(10)}T00:00+05:30` })
  expect(medium?.shipping).toMatchObject({ max_handling_time: '10' })
  googleItem.parse(medium)
  expect(large).toMatchObject({ availability: 'out_of_stock' })
  expect(large).not.toHaveProperty('availability_date')
  expect(listOf(await readMeta(), id).map(({ availability }) => availability)).toEqual(['preorder', 'out of stock'])
  await setDay(day(0))
  const [ordinary] = listOf((await readGoogle()).items, id)
  expect(ordinary).toMatchObject({ availability: 'in_stock' })
  expect(ordinary).not.toHaveProperty('availability_date')
})

test('a product without a picture is in no feed until it has one', async () => {
  const bare = await createTestProduct({ database, name: 'Imported without a picture' })
  const source = database.updateTable('product_pictures').where('product_id', '=', bare.id)
  await source.set({ source: 'placeholder' }).execute()
  expect([listOf((await readGoogle()).items, bare.id), listOf(await readMeta(), bare.id)]).toEqual([[], []])
  await source.set({ source: 'front.jpg' }).execute()
  expect(listOf(await readMeta(), bare.id)).not.toEqual([])
})

test('a part of a feed reads the pictures of its own products only', async () => {
  const { sql: text, parameters } = selectFeedProducts({ database, lastId: kurta.id }).compile()
  const plan = await database.transaction().execute(async (trx) => {
    await sql.raw(`prepare part as ${text}`).execute(trx)
    const { rows } = await sql.raw(`explain execute part (${parameters.map((value) => `'${value}'`).join(', ')})`).execute(trx)
    await sql`deallocate part`.execute(trx)
    return JSON.stringify(rows)
  })
  // A join would read the pictures of all products for each part.
  expect(plan).not.toContain('Anti Join')
  expect(plan).toContain('SubPlan')
})

test('a product says whom it is for, otherwise its category does', async () => {
  const { id } = await createTestProduct({ database, name: 'Small tee' })
  await database
    .updateTable('products')
    .set({ details: JSON.stringify({ ageGroup: 'kids' }) })
    .where('id', '=', id)
    .execute()
  const [item] = listOf((await readGoogle()).items, id)
  expect(item).toMatchObject({ age_group: 'kids' })
  expect(item).not.toHaveProperty('gender')
  expect(listOf(await readMeta(), id)[0]).toMatchObject({ age_group: 'kids', gender: '' })
})

test('products of one style that declare their colours are one group', async () => {
  const declare = async (details: object) => {
    const { id } = await createTestProduct({ database, name: 'Zephyr' })
    await database
      .updateTable('products')
      .set({ details: JSON.stringify(details) })
      .where('id', '=', id)
      .execute()
    return id
  }
  const ids = [
    await declare({ style: 'zephyr', colour: 'Red' }),
    await declare({ style: 'zephyr', colour: 'Blue' }),
    await declare({ style: 'zephyr' }),
  ]
  const { items } = await readGoogle()
  expect(ids.map((id) => listOf(items, id)[0]?.item_group_id)).toEqual(['zephyr', 'zephyr', ids[2]])
})

test('the sizes of a product have ids of at most 50 characters, also long ones that begin alike', async () => {
  const sizes = { 'Extra long waist 34': 1, 'Extra long waist 36': 1 }
  const { id } = await createTestProduct({ database, name: 'Trousers', sizes })
  const ids = listOf((await readGoogle()).items, id).map((item) => String(item.id))
  expect(new Set(ids).size).toBe(2)
  for (const each of ids) expect(each.length).toBeLessThanOrEqual(50)
})

test.each([
  ['4006381333931', '4006381333931'],
  ['4006381333930', undefined],
  ['96385074', '96385074'],
  ['SKU-1', undefined],
  [null, undefined],
])('the barcode %s is the GTIN %s', (barcode, gtin) => {
  expect(parseGtin(barcode)).toBe(gtin)
})
