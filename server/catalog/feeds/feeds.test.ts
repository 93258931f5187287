import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { toPaise } from '#contract/money.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { isWellFormed, readElements } from '#testing/xml.ts'
import { parseGtin } from './feed-items.ts'

const shop = { PUBLIC_URL: 'https://shop.example', DEMO: 'off', STORE_NAME: 'Warp & Weft' }
const { app, database } = await createTestApp({ environment: shop })
const kurta = await createTestProduct({ database, name: 'Kurta <“A”> & B', price: 999, sizes: { M: 2, 'Free size': 0 } })
const tee = await createTestProduct({ database, name: 'Tee', description: 'Line\u0008\u001f one\n"two", ਤਿੰਨ', price: 799.5, stock: 3 })
const gone = await createTestProduct({ database, name: 'Gone' })
await sql`update products set status = 'deleted' where id = ${gone.id}`.execute(database)
await database
  .updateTable('products')
  .set({ details: JSON.stringify({ colour: 'Indigo', fabric: '100% cotton' }), mrp_paise: toPaise(1_299) })
  .where('id', '=', kurta.id)
  .execute()
await database.updateTable('product_sizes').set({ sku: 'KU-M', barcode: '4006381333931' }).where('size', '=', 'M').execute()
const pictures = ['test-product-1', 'back', 'detail'].map((image_key, index) => {
  return { product_id: kurta.id, position: index + 1, image_key, placeholder_color: '#aabbcc' }
})
await database.deleteFrom('product_pictures').where('product_id', '=', kurta.id).execute()
await database.insertInto('product_pictures').values(pictures).execute()

const shipping =
  '<g:shipping><g:country>IN</g:country><g:price>0.00 INR</g:price><g:min_handling_time>1</g:min_handling_time><g:max_handling_time>2</g:max_handling_time><g:min_transit_time>4</g:min_transit_time><g:max_transit_time>5</g:max_transit_time></g:shipping>'

async function readGoogle() {
  const reply = await app.inject('/feeds/google.xml')
  const items = [...reply.body.matchAll(/<item>.*?<\/item>/gs)].map(([xml]) => readElements(xml.replace(shipping, '')))
  return { reply, xml: reply.body, items }
}
const readMeta = async () => parse((await app.inject('/feeds/meta.csv')).body, { columns: true }) as Record<string, string>[]
const listOf = (items: Record<string, string>[], id: string) => items.filter((item) => item.item_group_id === id)

describe('Google', () => {
  /** Required by the product data specification for clothing in India. */
  const required = ['id', 'title', 'description', 'link', 'image_link', 'availability', 'price', 'brand', 'item_group_id', 'size']

  test('the feed is RSS 2.0 with the required attributes of each size', async () => {
    const { reply, xml, items } = await readGoogle()
    expect(reply.headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' })
    expect(isWellFormed(xml)).toBe(true)
    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0" xmlns:g="http:\/\/base\.google\.com\/ns\/1\.0"><channel>/,
    )
    expect(xml.split(shipping)).toHaveLength(items.length + 1)
    expect(xml).toContain('<title>Warp &amp; Weft</title><link>https://shop.example</link>')
    for (const item of items) {
      for (const name of required) expect(item[name], name).toMatch(/\S/)
      expect(item.id?.length).toBeLessThanOrEqual(50)
      expect(item.title?.length).toBeLessThanOrEqual(150)
      expect(item.price).toMatch(/^\d+\.\d\d INR$/)
      expect(['in_stock', 'out_of_stock']).toContain(item.availability)
      expect(URL.canParse(item.link ?? '') && URL.canParse(item.image_link ?? '')).toBe(true)
    }
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
      color: 'Indigo',
      material: '100% cotton',
      gtin: '4006381333931',
      mpn: 'KU-M',
    })
    expect(m).not.toHaveProperty('identifier_exists')
    expect(m).not.toHaveProperty('sale_price_effective_date')
    expect(m).not.toHaveProperty('gender')
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
    const [first = ''] = (await readGoogle()).xml.split('</item>')
    const more = [...first.matchAll(/<g:additional_image_link>(.*?)</g)].map(([, url]) => url)
    expect(more).toEqual(['back', 'detail'].map((key) => `https://shop.example/images/${key}/1200.jpeg`))
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
  test('each size is a row with the required fields', async () => {
    const rows = await readMeta()
    expect(rows).toHaveLength(6)
    for (const row of rows) {
      for (const name of ['id', 'title', 'description', 'availability', 'condition', 'price', 'link', 'image_link', 'brand'])
        expect(row[name], name).toMatch(/\S/)
      expect(['in stock', 'out of stock']).toContain(row.availability)
    }
    expect(listOf(rows, kurta.id)[0]).toMatchObject({
      id: `${kurta.id}-M`,
      title: 'Kurta <“A”> & B, M',
      additional_image_link: 'https://shop.example/images/back/1200.jpeg,https://shop.example/images/detail/1200.jpeg',
      shipping: 'IN:::0.00 INR',
    })
    expect(listOf(rows, tee.id)[0]?.description).toContain('"two", ਤਿੰਨ')
  })
})

test('a product without a picture is in no feed until it has one', async () => {
  const bare = await createTestProduct({ database, name: 'Imported without a picture' })
  const source = database.updateTable('product_pictures').where('product_id', '=', bare.id)
  await source.set({ source: 'placeholder' }).execute()
  expect([listOf((await readGoogle()).items, bare.id), listOf(await readMeta(), bare.id)]).toEqual([[], []])
  await source.set({ source: 'front.jpg' }).execute()
  expect(listOf(await readMeta(), bare.id)).not.toEqual([])
})

test('a shop with many products is listed in parts, each size once', async () => {
  const { app: large, database: many } = await createTestApp()
  await sql`
    insert into products (name, description, category, price_paise, stock, image_key)
    select 'Item ' || n, 'x', 'TEE', 79900, 1, 'x' from generate_series(1, 450) n
  `.execute(many)
  const rows = (await large.inject('/feeds/meta.csv')).body.trim().split('\n').slice(1)
  expect(rows).toHaveLength(1_800)
  expect(new Set(rows).size).toBe(1_800)
})

test('a client that fetches feeds all the time is stopped', async () => {
  const { app: limited } = await createTestApp({ environment: { LIMITS_FACTOR: '0.1' } })
  const codes = [200, 200, 429]
  for (const code of codes) expect((await limited.inject('/feeds/google.xml')).statusCode).toBe(code)
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
