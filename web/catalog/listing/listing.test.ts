import { expect, test, vi } from 'vitest'
import { firstCategories } from '#contract/catalog/categories.ts'
import { ApiError, type Call, NetworkError } from '../../api/client.ts'
import { buildListingHref, type ListingQuery, loadListing, parseListingQuery } from './listing.ts'

const defaults: ListingQuery = {
  page: 1,
  q: '',
  category: undefined,
  sort: undefined,
  price: undefined,
  inStock: false,
  sizes: [],
  colour: undefined,
  fabric: undefined,
  country: undefined,
}

const parse = (href: string) => {
  const { pathname, searchParams } = new URL(href, 'https://shop.example')
  return parseListingQuery({ page: pathname.split('/')[2], search: searchParams, categories: firstCategories })
}

const load = (reply: () => Promise<unknown>, query: Partial<ListingQuery> = {}) => {
  const call = vi.fn(reply)
  const listing = loadListing({ call: call as unknown as Call, query: { ...defaults, ...query }, retry: (send) => send({}) })
  return { call, listing }
}

const emptyReply = async () => ({ products: [], total: 0 })

test.each<Partial<ListingQuery>>([
  {},
  { page: 3 },
  { q: 'red & blue tee' },
  { category: 'DENIM' },
  { sort: 'price-desc' },
  { price: '1000-1999' },
  { inStock: true },
  { colour: 'Neem & "mint"' },
  { fabric: 'Cotton', country: 'Sri Lanka' },
  { sort: 'popular' },
  { q: 'tee', sort: 'newest' },
  { sizes: ['Free size'] },
  { sizes: ['38/40'] },
  { sizes: ['फ्री साइज़'] },
  { sizes: ["Women's (S, M)"] },
  { page: 2, q: 'tee', category: 'TEE', sort: 'price-asc', price: '2000-', inStock: true },
])('a query survives its URL: %o', (query) => {
  expect(parse(buildListingHref('/buy', query))).toEqual({ ...defaults, ...query })
})

test('a sort that is the default one is not in the URL', () => {
  expect(buildListingHref('/buy', { sort: 'newest' })).toBe('/buy')
  expect(buildListingHref('/buy', { q: 'tee', sort: 'relevance' })).toBe('/buy?q=tee')
  expect([parse('/buy?sort=newest').sort, parse('/buy?sort=relevance').sort, parse('/buy?q=tee&sort=relevance').sort]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('the URL of the default query has no parameters', () => {
  expect(buildListingHref('/buy', defaults)).toBe('/buy')
})

test('invalid parameters have their default values', () => {
  expect(parse('/buy/0?category=shoes&sort=random&price=5&stock=maybe&size=%3Cb%3E&q=%20')).toEqual(defaults)
})

test('a search is trimmed and cut to its maximum length', () => {
  expect(parse(`/buy?q=%20${'x'.repeat(300)}`).q).toBe('x'.repeat(200))
})

test('every filter is sent to the API', async () => {
  const { call, listing } = load(emptyReply, { page: 2, q: 'tee', category: 'TEE', sort: 'price-asc', price: '1000-1999', inStock: true })
  await listing
  expect(call).toHaveBeenCalledWith(
    'GET /products/getAll',
    {
      query: { page: 2, limit: 7, q: 'tee', category: 'TEE', sort: 'price-asc', minPrice: 1000, maxPrice: 1999.99, inStock: 'true' },
    },
    {},
  )
})

test('filters that are not set are not sent', async () => {
  const { call, listing } = load(emptyReply)
  await listing
  expect(call).toHaveBeenCalledWith('GET /products/getAll', { query: { page: 1, limit: 7 } }, {})
})

test.each([
  [0, 1],
  [7, 1],
  [8, 2],
  [15, 3],
])('%i products have %i pages', async (total, pages) => {
  expect(await load(async () => ({ products: [], total })).listing).toMatchObject({ total, pages, error: undefined })
})

test.each([
  ['a timeout', new NetworkError('timeout'), 'Request timed out'],
  ['a lost connection', new NetworkError('network'), 'An error occurred while fetching data'],
  ['a server error', new ApiError({ status: 500, body: { message: 'details' } }), 'An error occurred while fetching data'],
])('%s makes an empty listing with an error', async (_, failure, error) => {
  expect(await load(() => Promise.reject(failure), { page: 4 }).listing).toEqual({ products: [], total: 0, page: 4, pages: 1, error })
})

test('a reply of another shape is an invalid response', async () => {
  expect(await load(async () => []).listing).toMatchObject({ products: [], error: 'Invalid API response' })
})
