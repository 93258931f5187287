import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './shop.ts'

/** Reads a page as a search engine does: from the HTML, without JavaScript. */
async function read({ request, path }: { request: APIRequestContext; path: string }) {
  const reply = await request.get(path)
  const html = await reply.text()
  return {
    title: /<title>([^<]+)<\/title>/.exec(html)?.[1],
    description: /<meta name="description" content="([^"]+)"/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1],
    picture: /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1],
    hidden: /<meta name="robots" content="noindex/.test(html) || reply.headers()['x-robots-tag'] === 'noindex',
    // React's marker of a suspended part
    isWhole: !html.includes('<!--$!-->'),
    jsonLd: JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'),
  }
}

const publicPages = [
  '/buy',
  '/buy/2',
  '/buy?category=TEE',
  '/collections',
  '/returnPolicy',
  '/cancel',
  '/privacy',
  '/term',
  '/ship',
  '/contact',
]

test('every public page has its own title, description and canonical URL', async ({ request, baseURL }) => {
  const paths = [...publicPages, '/help-center', '/order-tracking', '/login']
  const pages = await Promise.all(paths.map((path) => read({ request, path })))
  for (const [index, { title, description, canonical, hidden, isWhole }] of pages.entries()) {
    expect.soft(title, paths[index]).toBeTruthy()
    expect.soft(description, paths[index]).toBeTruthy()
    expect.soft(canonical, paths[index]).toBe(`${baseURL}${paths[index]}`)
    expect.soft(hidden, paths[index]).toBe(false)
    expect.soft(isWhole, paths[index]).toBe(true)
  }
  expect(new Set(pages.map(({ title }) => title)).size).toBe(paths.length)
})

test('variants of a URL have the same canonical URL', async ({ request, baseURL }) => {
  expect((await read({ request, path: '/login?to=%2FUserDashboard' })).canonical).toBe(`${baseURL}/login`)
  expect((await read({ request, path: '/UserDashboard/order-tracking' })).hidden).toBe(true)
})

for (const path of [
  '/homecart',
  '/orderNow',
  '/logout',
  '/UserDashboard/cart',
  '/AdminDashboardWrapper',
  '/order-tracking?token=x',
  '/no-such-page',
]) {
  test(`${path} is not indexed`, async ({ request }) => {
    expect((await read({ request, path })).hidden).toBe(true)
  })
}

test('a product has JSON-LD with price, stock, delivery, returns and breadcrumbs', async ({ request, shop, baseURL }) => {
  // The oldest product: other tests add and delete newer ones.
  const product = (await shop.products()).at(-1)
  const { canonical, picture, jsonLd, isWhole } = await read({ request, path: `/product/${product?._id}` })
  expect(isWhole).toBe(true)
  const [group, breadcrumbs, shipping, returns] = jsonLd['@graph']
  expect(canonical).toMatch(new RegExp(`^${baseURL}/product/${product?._id}/`))
  expect(picture).toMatch(new RegExp(`^${baseURL}/images/.+\\.jpeg$`))
  expect((await request.get(picture ?? '')).headers()['content-type']).toBe('image/jpeg')
  expect(group).toMatchObject({ '@type': 'ProductGroup', name: product?.name, productGroupID: product?._id })
  expect(group.hasVariant).toHaveLength(product?.sizes.length ?? 0)
  expect(group.hasVariant[0].offers).toMatchObject({
    price: product?.price.toFixed(2),
    priceCurrency: 'INR',
    availability: expect.stringMatching(/^https:\/\/schema\.org\/(In|OutOf)Stock$/),
    url: `${canonical}?size=${product?.sizes[0]}`,
    shippingDetails: { '@id': shipping['@id'] },
    hasMerchantReturnPolicy: { '@id': returns['@id'] },
  })
  expect(shipping).toMatchObject({ shippingRate: { value: '0' }, deliveryTime: { handlingTime: { minValue: 1, maxValue: 2 } } })
  expect(returns).toMatchObject({ returnPolicyCountry: 'IN', merchantReturnDays: 7 })
  expect(breadcrumbs.itemListElement.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3])
})
