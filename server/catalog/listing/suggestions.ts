import type { Database } from '../../database/schema.ts'
import type { ListCache } from './list-cache.ts'
import { searchProducts } from './search.ts'

const maxSuggestions = 8
const minLength = 2

/** Names of categories, then of products, for a search text that may be incomplete. */
export async function suggest({ database, cache, q }: { database: Database; cache: ListCache; q: string }): Promise<string[]> {
  if (q.length < minLength) return []
  const prefix = q.toLowerCase()
  const [categories, { rows }] = await Promise.all([
    database.selectFrom('categories').select(['name', 'words as keywords']).where('is_hidden', '=', false).orderBy('position').execute(),
    searchProducts({ database, cache, query: { q, category: undefined, sort: 'newest', limit: maxSuggestions, offset: 0 } }),
  ])
  const named = categories.filter(({ name, keywords }) =>
    `${name} ${keywords}`
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(prefix)),
  )
  return [...new Set([...named.map(({ name }) => name), ...rows.map(({ name }) => name)])].slice(0, maxSuggestions)
}
