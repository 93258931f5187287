import type { Category } from '#contract/catalog/categories.ts'
import type { Facets } from '#contract/catalog/facets.ts'
import type { Product } from '#contract/catalog/products.ts'
import {
  findDefaultSort,
  maxLengths,
  maxSizes,
  type PriceBand,
  paging,
  priceBandNames,
  priceBands,
  type Size,
  type Sort,
  sorts,
  toCategoryKey,
} from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { type Call, type CallOptions, NetworkError } from '../../api/client.ts'
import { findCategoryName } from '../../layout/category-name.ts'
import { parsePage } from '../../ui/page-numbers.ts'

/** The state of a listing as its URL holds it. */
export interface ListingQuery {
  readonly page: number
  readonly q: string
  /** the key of a category */
  readonly category: string | undefined
  /** undefined: the default one */
  readonly sort: Sort | undefined
  readonly price: PriceBand | undefined
  readonly inStock: boolean
  /** the shopper's sizes: only products in stock in one of them; none for all */
  readonly sizes: readonly Size[]
  readonly colour: string | undefined
  readonly fabric: string | undefined
  /** the country of origin */
  readonly country: string | undefined
}

export interface Listing {
  readonly products: readonly Product[]
  /** what the running offers give, as sentences */
  readonly offers?: readonly string[] | undefined
  readonly total: number
  readonly page: number
  readonly pages: number
  /** why the products could not be loaded */
  readonly error: string | undefined
}

/** The state of a listing from its URL. With `categories` a category that is not one of them is ignored. */
export function parseListingQuery({
  page,
  search,
  categories,
}: {
  page: string | undefined
  search: URLSearchParams
  categories?: readonly Category[]
}): ListingQuery {
  const category = toCategoryKey(search.get('category') ?? '')
  // PostgreSQL refuses half of a surrogate pair.
  const parseText = (name: string, maxLength: number) =>
    (search.get(name) ?? '')
      .trim()
      .slice(0, maxLength)
      .replace(/\p{Surrogate}/gu, '')
  const q = parseText('q', maxLengths.search)
  return {
    page: parsePage(page),
    q,
    category: category === '' || categories?.every(({ key }) => key !== category) ? undefined : category,
    sort: sorts.find((sort) => sort === search.get('sort') && sort !== 'relevance' && sort !== findDefaultSort(q)),
    price: priceBandNames.find((band) => band === search.get('price')),
    inStock: search.get('stock') === 'in',
    sizes: [...new Set(search.getAll('size').flatMap((text) => parseSize(text) ?? []))].slice(0, maxSizes),
    colour: parseText('colour', maxLengths.colour) || undefined,
    fabric: parseText('fabric', maxLengths.fabric) || undefined,
    country: parseText('country', maxLengths.country) || undefined,
  }
}

/** A size of a URL; undefined for a text that cannot be one. */
export const parseSize = (text: string): Size | undefined => (/^[\p{L}\p{N}].{0,19}$/u.test(text) ? text : undefined)

/** The sizes with this one, or without it if it was among them. */
export const toggleSize = ({ sizes, size }: { sizes: readonly Size[]; size: Size }): readonly Size[] =>
  sizes.includes(size) ? sizes.filter((other) => other !== size) : [...sizes, size]

/** The size that the shopper looks for; undefined for none and for several. */
export const findOnlySize = ({ sizes }: Pick<ListingQuery, 'sizes'>): Size | undefined => (sizes.length === 1 ? sizes[0] : undefined)

/** The URL of a listing under `base`, without default values. */
export function buildListingHref(
  base: string,
  { page = 1, q = '', category, sort, price, inStock = false, sizes = [], colour, fabric, country }: Partial<ListingQuery>,
): string {
  const search = new URLSearchParams()
  if (q !== '') search.set('q', q)
  if (category !== undefined) search.set('category', category)
  if (sort !== undefined && sort !== findDefaultSort(q)) search.set('sort', sort)
  if (price !== undefined) search.set('price', price)
  if (inStock) search.set('stock', 'in')
  for (const size of sizes) search.append('size', size)
  if (colour !== undefined) search.set('colour', colour)
  if (fabric !== undefined) search.set('fabric', fabric)
  if (country !== undefined) search.set('country', country)
  const path = page > 1 ? `${base}/${page}` : base
  return `${path}?${search}`.replace(/\?$/, '')
}

/** Whether search engines list it: searches and filters repeat the products of plain lists, and so does another order. */
export const isPlainList = (query: ListingQuery): boolean =>
  query.q === '' && buildListingHref('', { ...query, page: 1, sort: undefined }) === buildListingHref('', { category: query.category })

/** The page of a product with the size of its listing, which is selected there. */
export const addSize = ({ href, size }: { href: string; size: Size | undefined }): string =>
  size === undefined ? href : `${href}?size=${encodeURIComponent(size)}`

/** Builds the URL of a listing from its state; what is left out has its default value. */
export type BuildListingHref = (query: Partial<ListingQuery>) => string

export function formatListingTitle({
  q,
  category,
  categories,
}: Pick<ListingQuery, 'q' | 'category'> & { categories: readonly Category[] | undefined }): string {
  const title = category === undefined ? 'All clothing' : findCategoryName({ categories, key: category })
  if (q === '') return title
  return category === undefined ? `Results for “${q}”` : `Results for “${q}” in ${title}`
}

/** The same request for one size as ever, so that replies stay cached. */
const toSizeFilter = (sizes: readonly Size[]) => (sizes.length < 2 ? sizes[0] : [...sizes])

function toFilters({ q, category, price, inStock, sizes, colour, fabric, country }: ListingQuery) {
  const { minPrice, maxPrice } = price === undefined ? { minPrice: undefined, maxPrice: undefined } : priceBands[price]
  return {
    q: q || undefined,
    category,
    minPrice,
    maxPrice,
    size: toSizeFilter(sizes),
    colour,
    fabric,
    country,
    inStock: inStock ? 'true' : undefined,
  } as const
}

/** Made once: `toLocaleString` took 4 % of the time of a rendered page. */
export const countFormat = new Intl.NumberFormat('en-IN')

export type MaybeFacets = Facets | undefined

/** The number of products of each choice of a filter. Never throws: the filters work without it. */
export const loadFacets = ({ call, query }: { call: Call; query: ListingQuery }): Promise<MaybeFacets> =>
  call('GET /products/facets', { query: toFilters(query) }).catch(() => undefined)

/** How long a page waits for its facets. Counting hundreds of thousands of products takes longer, and is then ready for the next request. */
const maxFacetsWaitMs = 200

/** The facets for a page that the server renders; null when they are not counted in time, so that the browser asks for them. */
export const loadFacetsInTime = (request: { call: Call; query: ListingQuery }): Promise<MaybeFacets | null> => {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, maxFacetsWaitMs, null)
  })
  return Promise.race([loadFacets(request), late]).finally(() => clearTimeout(timer))
}

/** Loads one page of products. Never throws: a failed listing is empty and has an `error` (spec §8). */
export async function loadListing({
  call,
  query,
  retry,
}: {
  call: Call
  query: ListingQuery
  retry: <Data>(load: (options: CallOptions) => Promise<Data>) => Promise<Data>
}): Promise<Listing> {
  const { page, sort } = query
  try {
    const reply = await retry((options) =>
      call('GET /products/getAll', { query: { page, limit: paging.productsPerPage, sort, ...toFilters(query) } }, options),
    )
    if (Array.isArray(reply) || !Array.isArray(reply.products) || typeof reply.total !== 'number') throw new NetworkError('invalid')
    const pages = Math.max(1, Math.ceil(reply.total / paging.productsPerPage))
    return { products: reply.products, total: reply.total, page, pages, error: undefined, ...(reply.offers && { offers: reply.offers }) }
  } catch (error) {
    return { products: [], total: 0, page, pages: 1, error: error instanceof NetworkError ? error.message : screenTexts.fetchFailed }
  }
}
