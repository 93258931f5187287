import { spellSize } from '#contract/catalog/size-names.ts'
import { findDefaultSort, paging } from '#contract/kernel/business.ts'
import { paise } from '#contract/kernel/money.ts'
import type { SearchRequest, UcpFilters } from '#contract/ucp/catalog-requests.ts'
import type { ListCache } from '../../catalog/listing/list-cache.ts'
import { listProducts } from '../../catalog/listing/list-products.ts'
import type { ListQuery } from '../../catalog/listing/list-query.ts'
import type { OfferTexts } from '../../catalog/product/offer-texts.ts'
import type { Database } from '../../database/schema.ts'
import { UcpError } from '../protocol/ucp-error.ts'
import { isInRupees, listIgnoredFilters, listMessages, withMessages } from './catalog-messages.ts'
import { selectCatalog } from './catalog-products.ts'
import { decodeCursor, encodeCursor } from './page-cursor.ts'
import { presentProduct, type Seller } from './present-product.ts'

interface Search {
  readonly database: Database
  readonly cache: ListCache
  readonly texts: OfferTexts
  readonly seller: Seller
  readonly request: SearchRequest
}

/** More than any product costs. */
const maxPaise = 1_000_000_000_000

/**
 * One page of the products on sale that match a text and filters, from the list that the shop's own pages show.
 * @throws UcpError 400 when the request has neither, or a cursor that the shop did not give.
 */
export async function searchCatalog({ database, cache, texts, seller, request }: Search) {
  const { query: q = '', filters = {}, context, pagination } = request
  if (q === '' && Object.values(filters).every((filter) => filter === undefined)) {
    throw new UcpError('invalid_request', 'A search needs a query or a filter.')
  }
  const offset = decodeCursor(pagination.cursor)
  const keys = filters.categories && (await findCategoryKeys({ database, values: filters.categories }))
  if (keys?.length === 0) return withMessages({ products: [], pagination: { has_next_page: false } }, listIgnoredFilters(request))
  const { limit } = pagination
  const { rows, total } = await listProducts({
    database,
    cache,
    select: selectCatalog,
    query: { ...toListFilters({ filters, isPriced: isInRupees(context) }), categories: keys, q, sort: findDefaultSort(q), limit, offset },
  })
  const next = offset + limit
  const hasNext = next < total && next <= paging.maxProductOffset
  const messages = [...listIgnoredFilters(request), ...listMessages({ products: rows, texts })]
  const page = { has_next_page: hasNext, total_count: total, ...(hasNext && { cursor: encodeCursor(next) }) }
  return withMessages({ products: rows.map((product) => presentProduct({ product, seller })), pagination: page }, messages)
}

/** The filters of the protocol as those of the shop's lists. */
function toListFilters({ filters, isPriced }: { filters: UcpFilters; isPriced: boolean }) {
  const { price, available, sizes = [], colour, fabric } = filters
  const { min, max } = (isPriced && price) || {}
  return {
    category: undefined,
    inStock: available === true,
    sizes: sizes.map(spellSize).filter(Boolean),
    colour: colour?.trim() || undefined,
    fabric: fabric?.trim() || undefined,
    minPrice: min === undefined ? undefined : paise(Math.min(min, maxPaise)),
    maxPrice: max === undefined ? undefined : paise(Math.min(max, maxPaise)),
  } satisfies Partial<ListQuery>
}

/** The categories that one of these values names: by name, by key, or by the number of Google's taxonomy. In any case. */
async function findCategoryKeys({ database, values }: { database: Database; values: readonly string[] }): Promise<string[]> {
  const named = new Set(values.map((value) => value.trim().toLowerCase()))
  const categories = await database.selectFrom('categories').select(['key', 'name', 'google_category']).execute()
  const isNamed = ({ key, name, google_category }: (typeof categories)[number]) =>
    [key, name, String(google_category ?? '')].some((text) => text !== '' && named.has(text.toLowerCase()))
  return categories.filter(isNamed).map(({ key }) => key)
}
