import { type ExpressionBuilder, sql } from 'kysely'
import { sizes } from '#contract/business.ts'
import { hasSku, isSku } from '../../database/product-conditions.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { isListed } from '../edits/archive-order.ts'
import type { OrderQuery } from '../repository.ts'
import { parseSearchTerms } from './search-terms.ts'

export const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** No index finds shorter texts inside of a word. */
const trigram = 3

/** Where a term is in a text that begins and ends with a space. A very short one begins a word. */
export const toTextPattern = (text: string): string => `%${[...text].length < trigram ? ' ' : ''}${escapePattern(text)}%`

/** Shorter texts begin too many SKUs. */
const minSkuLength = 3

/** The orders of a term are listed up to this number, and no search is counted any further. */
export const maxCounted = 1_000

interface Term {
  readonly database: Database
  readonly text: string
  /** the term as it was typed: digits of a SKU are not those of a phone number */
  readonly sku: string
}

/** A term of a search, with the orders that have it unless there are too many to list. */
export interface SearchTerm extends Term {
  readonly ids: readonly string[] | undefined
}

/** The same in a name, which begins with its first word. */
const toNamePatterns = (text: string): string[] => {
  const pattern = toTextPattern(text)
  return pattern.startsWith('% ') ? [pattern, pattern.slice('% '.length)] : [pattern]
}

/** The line of an order of which a term is the name, the size or the SKU. */
function selectLines({ database, text, sku }: Term) {
  const size = sizes.find((name) => name.toLowerCase() === text)
  const lines = database.selectFrom('order_lines')
  const ofSku = lines
    .innerJoin('product_sizes', (join) =>
      join.onRef('product_sizes.product_id', '=', 'order_lines.product_id').onRef('product_sizes.size', '=', 'order_lines.size'),
    )
    .where(sku.length < minSkuLength ? isSku(sku) : hasSku(sku))
  const named = size
    ? lines.where('size', '=', size)
    : lines.where((eb) => eb.or(toNamePatterns(text).map((pattern) => eb(sql`lower(name)`, 'like', pattern))))
  return { named, ofSku }
}

/** A size is a whole word elsewhere, such as an initial. */
const toPattern = (text: string): string => (sizes.some((name) => name.toLowerCase() === text) ? `% ${text} %` : toTextPattern(text))

/**
 * The ids of the orders that have this text, or this size, in the order itself or in one of its lines, a line with this SKU, or this
 * tracking number, from indexes; undefined for more than `maxCounted`.
 */
async function listIds(term: Term): Promise<string[] | undefined> {
  const { database, text } = term
  const { named, ofSku } = selectLines(term)
  const found = await Promise.all([
    database
      .selectFrom('orders')
      .select('id')
      .where('search_text', 'like', toPattern(text))
      .limit(maxCounted + 1)
      .execute(),
    database.selectFrom('shipments').select('order_id as id').where('tracking_number', '=', text.toUpperCase()).execute(),
    ofSku
      .select('order_id as id')
      .limit(maxCounted + 1)
      .execute(),
    named
      .select('order_id as id')
      .limit(maxCounted + 1)
      .execute(),
  ])
  const ids = new Set(found.flat().map(({ id }) => id))
  return ids.size > maxCounted || found.some((rows) => rows.length > maxCounted) ? undefined : [...ids]
}

/** The same as a condition of each order: a page of what many orders have is found on the way from the newest. */
function hasTerm(term: Term) {
  const { named, ofSku } = selectLines(term)
  const isOfOrder = sql<boolean>`order_lines.order_id = orders.id`
  const parcels = term.database.selectFrom('shipments').where('tracking_number', '=', term.text.toUpperCase())
  return (eb: ExpressionBuilder<Tables, 'orders'>) =>
    eb.or([
      eb('search_text', 'like', toPattern(term.text)),
      eb.exists(named.select(sql`1`.as('one')).where(isOfOrder)),
      eb.exists(parcels.select(sql`1`.as('one')).where(sql<boolean>`shipments.order_id = orders.id`)),
      eb.exists(ofSku.select(sql`1`.as('one')).where(isOfOrder)),
    ])
}

/** The terms of a search text, with their orders. */
export async function readSearchTerms({ database, q = '' }: { database: Database; q?: string | undefined }): Promise<SearchTerm[]> {
  const texts = parseSearchTerms(q)
  const terms = texts.map((text) => ({ database, text, sku: texts.length === 1 ? q.trim() : text }))
  return Promise.all(terms.map(async (term) => ({ ...term, ids: await listIds(term) })))
}

interface OrderSearch {
  readonly database: Database
  /** the orders contain all of them */
  readonly terms?: readonly SearchTerm[]
  readonly isArchived?: boolean
}

/** Orders that contain all terms of a search, without archived ones unless only these are asked for. */
export function searchOrders({ database, terms = [], isArchived = false }: OrderSearch): OrderQuery {
  const all: OrderQuery = database.selectFrom('orders')
  let orders = isArchived
    ? all.where('orders.id', 'in', database.selectFrom('archived_orders').select('order_id'))
    : all.where(isListed(sql.ref('orders.id')))
  for (const { ids, ...term } of terms) {
    orders = ids ? orders.where(sql<boolean>`orders.id = any(${ids}::uuid[])`) : orders.where(hasTerm(term))
  }
  return orders
}

interface FoundOrders {
  readonly database: Database
  readonly orders: OrderQuery
  /** of the search */
  readonly terms: readonly SearchTerm[]
}

/** The number of orders that a search has found, up to `maxCounted`, and whether there are more. */
export async function countFound({ database, orders, terms }: FoundOrders) {
  const count = async (counted: OrderQuery): Promise<number> => {
    const limited = counted.select('orders.id').limit(maxCounted + 1)
    const { found } = await database
      .selectFrom(limited.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .executeTakeFirstOrThrow()
    return found
  }
  // Many orders may have each term and few have both. One scan of the index finds those that have both in their own text, often enough of them.
  const areFrequent = terms.length > 1 && terms.every(({ ids }) => !ids)
  const withAll = terms.reduce((found, { text }) => found.where('search_text', 'like', toPattern(text)), orders)
  const inText = areFrequent ? await count(withAll) : 0
  const found = inText > maxCounted ? inText : await count(orders)
  return { total: Math.min(found, maxCounted), ...(found > maxCounted && { hasMore: true }) }
}
