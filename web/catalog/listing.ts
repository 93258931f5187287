import { type Category, categories, paging, parseCategory } from '#contract/business.ts'
import type { Product, Sort } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { type Call, type CallOptions, NetworkError } from '../api/client.ts'
import { parsePage } from '../ui/page-numbers.ts'

/** Bands of prices that shoppers choose from, in rupees: the shop's prices fall into them about evenly. */
export const priceBands = {
  '0-999': { label: 'Under ₹1,000', minPrice: undefined, maxPrice: 999.99 },
  '1000-1999': { label: '₹1,000 to ₹1,999', minPrice: 1000, maxPrice: 1999.99 },
  '2000-': { label: '₹2,000 and above', minPrice: 2000, maxPrice: undefined },
} as const
export type PriceBand = keyof typeof priceBands
export const priceBandNames = Object.keys(priceBands) as PriceBand[]

/** What a listing's address asks for. */
export interface ListingQuery {
  readonly page: number
  readonly q: string
  readonly category: Category | undefined
  readonly sort: Sort
  readonly price: PriceBand | undefined
  /** only what can be bought now */
  readonly inStock: boolean
}

export interface Listing {
  readonly products: readonly Product[]
  readonly total: number
  readonly page: number
  readonly pages: number
  /** why the list is empty, when it is not because nothing matches */
  readonly problem: string | undefined
}

const sorts: readonly Sort[] = ['newest', 'price-asc', 'price-desc']

export function parseListingQuery({ page, search }: { page: string | undefined; search: URLSearchParams }): ListingQuery {
  return {
    page: parsePage(page),
    q: (search.get('q') ?? '').trim().slice(0, 200),
    category: parseCategory(search.get('category') ?? ''),
    sort: sorts.find((sort) => sort === search.get('sort')) ?? 'newest',
    price: priceBandNames.find((band) => band === search.get('price')),
    inStock: search.get('stock') === 'in',
  }
}

/** The address of a listing under `base`: nothing is written that is the default anyway. */
export function buildListingHref(
  base: string,
  { page = 1, q = '', category, sort = 'newest', price, inStock = false }: Partial<ListingQuery>,
): string {
  const search = new URLSearchParams()
  if (q !== '') search.set('q', q)
  if (category !== undefined) search.set('category', category)
  if (sort !== 'newest') search.set('sort', sort)
  if (price !== undefined) search.set('price', price)
  if (inStock) search.set('stock', 'in')
  const path = page > 1 ? `${base}/${page}` : base
  return search.size === 0 ? path : `${path}?${search}`
}

/** Writes the address of a state of one list; what is left out is the default. */
export type BuildListingHref = (query: Partial<ListingQuery>) => string

/** What the list is a list of, as its heading and the page's title say it. */
export function formatListingTitle({ q, category }: Pick<ListingQuery, 'q' | 'category'>): string {
  const kind = category === undefined ? 'All clothes' : categories[category].plural
  return q === '' ? kind : `${kind} for “${q}”`
}

/** One page of products. Never throws: what went wrong is said in the listing, which then is empty (spec §8). */
export async function loadListing({
  call,
  query,
  retry,
}: {
  call: Call
  query: ListingQuery
  retry: <Data>(load: (options: CallOptions) => Promise<Data>) => Promise<Data>
}): Promise<Listing> {
  const { page, q, category, sort, price, inStock } = query
  const { minPrice, maxPrice } = price === undefined ? { minPrice: undefined, maxPrice: undefined } : priceBands[price]
  try {
    const reply = await retry((options) =>
      call(
        'getAllProducts',
        {
          query: {
            page,
            limit: paging.productsPerPage,
            q: q || undefined,
            category,
            sort,
            minPrice,
            maxPrice,
            inStock: inStock ? 'true' : undefined,
          },
        },
        options,
      ),
    )
    if (Array.isArray(reply) || !Array.isArray(reply.products) || typeof reply.total !== 'number') throw new NetworkError('invalid')
    const pages = Math.max(1, Math.ceil(reply.total / paging.productsPerPage))
    return { products: reply.products, total: reply.total, page, pages, problem: undefined }
  } catch (problem) {
    const text = problem instanceof NetworkError ? problem.message : screenTexts.fetchFailed
    return { products: [], total: 0, page, pages: 1, problem: text }
  }
}
