import { expect, test } from 'vitest'
import { buildShopifyRow } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'
import { createRedirectCache } from '../../redirects/redirect-cache.ts'

const { database, readItems, run, plan } = await setUpImports()

/** Where an address of the shop before leads now. */
async function openRedirects() {
  const redirects = createRedirectCache({ database })
  await redirects.load()
  return (url: string) => redirects.find({ url, client: 'a' })
}

test('old addresses of products and lists lead to what was imported', async () => {
  await database.insertInto('collections').values({ slug: 'wedding', title: 'Wedding' }).execute()
  const { checked } = await plan([
    buildShopifyRow({ Handle: 'ad-shirt', Type: 'Linen Shirts' }),
    buildShopifyRow({ Handle: 'ad-tee', Type: 'TEE' }),
    buildShopifyRow({ Handle: 'ad-lehenga', Type: 'Wedding' }),
  ])
  const items = await readItems((await run(checked))._id)
  const [shirt, tee] = items.map(({ product }) => new RegExp(`^/product/${product}/`))
  const find = await openRedirects()
  expect(find('/products/ad-shirt')).toMatch(shirt ?? '')
  expect(find('/product/ad-shirt/')).toMatch(shirt ?? '')
  // Shopify has a product in each of its collections, too.
  expect(find('/collections/summer/products/ad-tee?variant=4')).toMatch(tee ?? '')
  expect(find('/collections/linen-shirts')).toBe('/buy?category=LINEN-SHIRTS')
  expect(find('/collections/tees')).toBe('/buy?category=TEE')
  expect(find('/product-category/men/shirts/linen-shirts/')).toBe('/buy?category=LINEN-SHIRTS')
  expect(find('/collections/wedding')).toBe('/collection/wedding')
  expect([find('/collections/all'), find('/shop/')]).toEqual(['/buy', '/buy'])
  // Nothing was sold in it.
  expect(find('/collections/denim')).toBeUndefined()
  expect(find('/collections/summer/products/unknown')).toBeUndefined()
})

test('the old address of a product that is divided by colour leads to its first colour', async () => {
  const option = { 'Option1 Name': 'Color', 'Variant Price': '900' }
  const { checked } = await plan([
    buildShopifyRow({ Handle: 'ad-kurta', ...option, 'Option1 Value': 'Indigo' }),
    { Handle: 'ad-kurta', ...option, 'Option1 Name': '', 'Option1 Value': 'Madder' },
  ])
  const [indigo, madder] = await readItems((await run(checked))._id)
  const find = await openRedirects()
  expect(find('/products/ad-kurta')).toContain(`/product/${indigo?.product}/`)
  expect(find('/products/ad-kurta-madder')).toContain(`/product/${madder?.product}/`)
})

test('an own file adds no redirects', async () => {
  const before = await database.selectFrom('redirects').select('id').execute()
  const { checked } = await plan([{ Handle: 'ad-own', Name: 'Own', Description: 'x', Category: 'JOGGER', Price: '500', Stock: '1' }])
  await run(checked)
  expect(await database.selectFrom('redirects').select('id').execute()).toHaveLength(before.length)
})
