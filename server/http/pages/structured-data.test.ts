import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { googleClothing, metaRow } from '#testing/feed-specifications.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { breadcrumbList, itemList, onlineStore, productGroup, readStructuredData, webSite } from '#testing/structured-data-specification.ts'
import { createTestApp } from '#testing/test-app.ts'
import { readFeedItems } from '#testing/xml.ts'
import { parseSettings } from '../../kernel/settings.ts'
import { seedDemoProducts } from '../../seed.ts'
import { createSsr } from './ssr.ts'

const settings = { PUBLIC_URL: 'https://shop.example', DEMO: 'off', STORE_ADDRESS: '1 Weavers Lane, Bengaluru 560001' }
const testApp = await createTestApp({
  environment: settings,
  ssr: createSsr({ settings: parseSettings(settings), development: false }),
})
const { app, database, images } = testApp
await seedDemoProducts({ database, images })
await createJobRunner(testApp)('write-feeds')
const feedItems = readFeedItems((await app.inject('/feeds/google.xml')).body)

const open = async (url: string) => {
  const { statusCode, body } = await app.inject({ url, headers: { host: 'shop.example' } })
  return {
    status: statusCode,
    html: body,
    nodes: readStructuredData(body),
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&'),
    robots: /<meta name="robots" content="([^"]+)"/.exec(body)?.[1],
  }
}
const findProduct = (name: string) => database.selectFrom('products').selectAll().where('name', '=', name).executeTakeFirstOrThrow()

test('the demo shop has complete feeds: gender, age group and colour of every size', async () => {
  expect(feedItems.length).toBeGreaterThan(200)
  for (const item of feedItems) googleClothing.parse(item)
  const rows = parse((await app.inject('/feeds/meta.csv')).body, { columns: true })
  for (const row of rows) expect(metaRow.parse(row).color).not.toBe('')
  expect(rows).toHaveLength(feedItems.length)
})

test('every product is a group of variants, one for each size, with the ids and colours of the feeds', async () => {
  const products = await database.selectFrom('products').select(['id', 'name']).execute()
  for (const { id, name } of products) {
    const { nodes } = await open(`/product/${id}`)
    const [first, second] = nodes
    const group = productGroup.parse(first)
    breadcrumbList.parse(second)
    const items = feedItems.filter((item) => String(item.id).startsWith(id))
    const variants = group.hasVariant.flatMap((variant) => ('sku' in variant ? [variant] : []))
    expect(
      variants.map(({ sku, offers, color }) => [sku, offers.url, color]),
      name,
    ).toEqual(items.map((item) => [item.id, item.link, item.color]))
    expect(group.productGroupID, name).toBe(items[0]?.item_group_id)
  }
})

test('a pre-order says from which day it is there', async () => {
  const { id, details } = await findProduct('Indigo Sprig Kurta')
  const readOffers = async () => {
    const group = productGroup.parse((await open(`/product/${id}`)).nodes[0])
    return group.hasVariant.flatMap((variant) => ('offers' in variant ? [variant.offers] : []))
  }
  const setDay = (availableFrom: string) =>
    database
      .updateTable('products')
      .set({ details: JSON.stringify({ ...details, availableFrom }) })
      .where('id', '=', id)
      .execute()
  const day = toIndianDay(Date.now() + 10 * 86_400_000)
  await setDay(day)
  const preOrder = { availability: 'https://schema.org/PreOrder', availabilityStarts: day }
  expect((await readOffers()).filter(({ availability }) => !availability.endsWith('OutOfStock'))).toContainEqual(
    expect.objectContaining(preOrder),
  )
  await setDay(toIndianDay())
  expect(JSON.stringify(await readOffers())).not.toContain('PreOrder')
})

test('a variant has its own size, stock, address and the policies of the shop', async () => {
  const { id } = await findProduct('Haldi Festive Kurta')
  const group = productGroup.parse((await open(`/product/${id}`)).nodes[0])
  expect(group).toMatchObject({
    audience: { suggestedGender: 'unisex', suggestedMinAge: 13 },
    color: 'Yellow',
    variesBy: ['https://schema.org/size', 'https://schema.org/color'],
  })
  const { id: onlyColour } = await findProduct('Indigo Sprig Kurta')
  const [alone] = (await open(`/product/${onlyColour}`)).nodes
  expect(productGroup.parse(alone).variesBy).toEqual(['https://schema.org/size'])
  const [small, medium] = group.hasVariant
  expect(small).toMatchObject({ size: 'S', offers: { availability: 'https://schema.org/OutOfStock' } })
  expect(medium).toMatchObject({
    name: 'Haldi Festive Kurta, M',
    sku: `${id}-M`,
    offers: {
      url: `https://shop.example/product/${id}/haldi-festive-kurta?size=M`,
      price: '1999.00',
      availability: 'https://schema.org/InStock',
      shippingDetails: {
        shippingRate: { value: '0' },
        deliveryTime: { handlingTime: { minValue: 1, maxValue: 2 }, transitTime: { minValue: 4, maxValue: 5 } },
      },
      hasMerchantReturnPolicy: { merchantReturnDays: 7, merchantReturnLink: 'https://shop.example/returnPolicy' },
    },
  })
})

test('sizes in numbers name their system, and other colours of the style are variants on pages of their own', async () => {
  await database.updateTable('categories').set({ size_system: 'EU' }).where('key', '=', 'SHIRT').execute()
  const names = ['Olive Popover Shirt', 'Harbour Collarless Shirt']
  const [olive, harbour] = await Promise.all(names.map(findProduct))
  for (const product of [olive, harbour])
    await database
      .updateTable('products')
      .set({ details: JSON.stringify({ ...product?.details, style: 'popover' }) })
      .where('id', '=', product?.id ?? '')
      .execute()
  const group = productGroup.parse((await open(`/product/${olive?.id}`)).nodes[0])
  expect(group).toMatchObject({ productGroupID: 'popover', variesBy: ['https://schema.org/size', 'https://schema.org/color'] })
  expect(group.hasVariant[0]).toMatchObject({ size: { name: '38', sizeSystem: 'https://schema.org/WearableSizeSystemEurope' } })
  expect(group.hasVariant.at(-1)).toEqual({
    '@type': 'Product',
    url: `https://shop.example/product/${harbour?.id}/harbour-collarless-shirt`,
  })
})

test('the first page describes the shop: logo, contact, returns, delivery, and its products', async () => {
  for (const path of ['/', '/buy']) {
    const [store, site, list, ...others] = (await open(path)).nodes
    expect(onlineStore.parse(store)).toMatchObject({
      logo: 'https://shop.example/icon-512.png',
      address: '1 Weavers Lane, Bengaluru 560001',
      contactPoint: { hoursAvailable: { opens: '09:00', closes: '20:00' } },
    })
    expect(webSite.parse(site).url).toBe('https://shop.example/')
    expect(itemList.parse(list)).toMatchObject({ name: 'All clothing', numberOfItems: 54 })
    expect(others).toEqual([])
  }
  expect((await app.inject('/icon-512.png')).statusCode).toBe(200)
})

test('a category and a collection have breadcrumbs and their products, with their places in the list', async () => {
  const [breadcrumbs, list] = (await open('/buy/2?category=TEE')).nodes
  expect(breadcrumbList.parse(breadcrumbs).itemListElement.map(({ item }) => item)).toEqual([
    'https://shop.example/buy',
    'https://shop.example/buy?category=TEE',
  ])
  expect(itemList.parse(list).itemListElement[0]?.position).toBe(8)
  const { slug } = await database.selectFrom('collections').select('slug').limit(1).executeTakeFirstOrThrow()
  const [, collections] = (await open('/collections')).nodes
  expect(itemList.parse(collections).itemListElement.map(({ url }) => url)).toContain(`https://shop.example/collection/${slug}`)
  const [path, products] = (await open(`/collection/${slug}`)).nodes
  expect(breadcrumbList.parse(path).itemListElement[2]?.item).toBe(`https://shop.example/collection/${slug}`)
  for (const { url } of itemList.parse(products).itemListElement)
    expect((await open(url.replace('https://shop.example', ''))).status).toBe(200)
})

test('a long collection has pages, each with its own address and its places in the list, and no page after the last', async () => {
  const found = await database.selectFrom('products').select('id').limit(30).execute()
  const { id } = await database.insertInto('collections').values({ slug: 'long', title: 'Long' }).returning('id').executeTakeFirstOrThrow()
  const members = found.map((product, index) => ({ collection_id: id, product_id: product.id, position: index + 1 }))
  await database.insertInto('collection_products').values(members).execute()
  const first = await open('/collection/long')
  expect([first.status, first.canonical, first.robots]).toEqual([200, 'https://shop.example/collection/long', undefined])
  expect(itemList.parse(first.nodes[1])).toMatchObject({ numberOfItems: 30, itemListElement: { length: 24 } })
  expect(first.html).toContain('href="/collection/long?page=2"')
  const second = await open('/collection/long?page=2')
  expect([second.status, second.canonical, second.robots]).toEqual([200, 'https://shop.example/collection/long?page=2', undefined])
  const { itemListElement } = itemList.parse(second.nodes[1])
  expect([itemListElement.length, itemListElement[0]?.position]).toEqual([6, 25])
  const third = await open('/collection/long?page=3')
  expect([third.status, third.robots, third.nodes]).toEqual([404, 'noindex, follow', []])
  expect(third.html).toContain('<article')
})

test.each(['/buy?q=kurta', '/buy?size=M', '/buy?category=TEE&colour=Black', '/buy/2?stock=in'])(
  '%s is not indexed, names no other page as canonical and has no structured data',
  async (path) => {
    const { status, robots, canonical, nodes } = await open(path)
    expect([status, robots, canonical, nodes]).toEqual([200, 'noindex, follow', `https://shop.example${path}`, []])
  },
)

test('a list in another order has the canonical URL of the usual order, and is not kept out', async () => {
  const { robots, canonical } = await open('/buy/2?category=TEE&sort=price-asc')
  expect([robots, canonical]).toEqual([undefined, 'https://shop.example/buy/2?category=TEE'])
})

test.each(['/buy/99', '/buy/9?category=TEE', '/buy/3?q=kurta'])('%s has no such page: 404 with the last page that exists', async (path) => {
  const { status, html, robots, canonical, nodes } = await open(path)
  expect([status, robots, canonical, nodes]).toEqual([404, 'noindex, follow', `https://shop.example${path}`, []])
  expect(html).toContain('<article')
})

test.each([
  ['/buy/0', '/buy'],
  ['/buy/abc', '/buy'],
  ['/buy/02', '/buy/2'],
])('%s is ignored', async (path, location) => {
  const reply = await app.inject(path)
  expect([reply.statusCode, reply.headers.location]).toEqual([302, location])
})

test('a size guide of a category is indexed, one without its own names the general one, an unknown one is not found', async () => {
  expect(await open('/size-guide/kurta')).toMatchObject({
    status: 200,
    robots: undefined,
    canonical: 'https://shop.example/size-guide/KURTA',
  })
  expect(await open('/size-guide/TEE')).toMatchObject({ status: 200, robots: undefined, canonical: 'https://shop.example/size-guide' })
  for (const path of ['/size-guide/none', '/size-guide/%3Cx%3E'])
    expect(await open(path)).toMatchObject({ status: 404, robots: 'noindex', canonical: undefined })
  const { body } = await app.inject('/sitemap-pages.xml')
  expect(body.match(/size-guide[^<]*/g)).toEqual(['size-guide/KURTA', 'size-guide/SHIRT', 'size-guide'])
})

test('pages that are listed in the sitemap are indexed under their own address', async () => {
  const { body } = await app.inject('/sitemap-pages.xml')
  const urls = Array.from(body.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => url)
  expect(urls.length).toBeGreaterThan(10)
  for (const url of urls) {
    const { status, robots, canonical } = await open(url.replace('https://shop.example', ''))
    expect([status, robots, canonical]).toEqual([200, undefined, url])
  }
})
