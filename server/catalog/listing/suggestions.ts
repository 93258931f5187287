import { productHref } from '#contract/catalog/product-url.ts'
import type { Suggestion } from '#contract/catalog/suggestions.ts'
import type { Database } from '../../database/schema.ts'
import { presentProduct, selectShown } from '../product/product-row.ts'
import type { ListCache } from './list-cache.ts'
import { searchProducts } from './search.ts'

const maxSuggestions = 8
const minLength = 2

/** Categories, then products, for a search text that may be incomplete. */
export async function suggest({ database, cache, q }: { database: Database; cache: ListCache; q: string }): Promise<Suggestion[]> {
  if (q.length < minLength) return []
  const prefix = q.toLowerCase()
  const [categories, { rows }] = await Promise.all([
    database
      .selectFrom('categories')
      .select(['key', 'name', 'words as keywords'])
      .where('is_hidden', '=', false)
      .orderBy('position')
      .execute(),
    searchProducts({
      database,
      cache,
      select: selectShown,
      query: { q, category: undefined, sort: 'newest', limit: maxSuggestions, offset: 0 },
    }),
  ])
  const named = categories.filter(({ name, keywords }) =>
    `${name} ${keywords}`
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(prefix)),
  )
  const products = rows.map((row): Suggestion => {
    const { _id, name, image, backdrop, price } = presentProduct(row)
    return { kind: 'product', key: _id, text: name, address: productHref({ _id, name }), image, backdrop, price }
  })
  return [
    ...named.map(({ key, name }): Suggestion => ({ kind: 'category', key, text: name, address: `/buy?category=${key}` })),
    ...products,
  ].slice(0, maxSuggestions)
}
