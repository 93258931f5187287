import { type ExpressionBuilder, sql } from 'kysely'
import { sizes } from '#contract/kernel/business.ts'
import { countRows } from '../../database/count-rows.ts'
import { hasSku, isSku } from '../../database/product-conditions.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { escapePattern } from '../../database/text-pattern.ts'
import { isListed } from '../edits/archive-order.ts'
import { phoneOf } from '../order/related-orders.ts'
import type { OrderQuery } from '../order/repository.ts'
import { isMobileNumber, parseSearchTerms } from './search-terms.ts'

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

/** A term of a search, with the orders that have it. */
export interface SearchTerm extends Term {
  /** `undefined` when there are too many to list */
  readonly ids: readonly string[] | undefined
  /** orders with the term in a line or parcel; `undefined` when there are too many to list, or when they were not looked for */
  readonly elsewhere?: readonly string[] | undefined
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

/** The orders with this text in themselves; of a complete mobile number those of the phone, if there are any. */
async function findOwn({ database, text }: Term) {
  if (isMobileNumber(text)) {
    const ofPhone = await database
      .selectFrom('orders')
      .select('id')
      .where(phoneOf('orders'), '=', text)
      .limit(maxCounted + 1)
      .execute()
    if (ofPhone.length > 0) return ofPhone
  }
  return database
    .selectFrom('orders')
    .select('id')
    .where('search_text', 'like', toPattern(text))
    .limit(maxCounted + 1)
    .execute()
}

/**
 * The orders that have this text, or this size, in the order itself or in one of its lines, a line with this SKU, or this tracking number, from
 * indexes.
 */
async function listIds(term: Term): Promise<Pick<SearchTerm, 'ids' | 'elsewhere'>> {
  const { database, text } = term
  const { named, ofSku } = selectLines(term)
  const [own, ...others] = await Promise.all([
    findOwn(term),
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
  const toIds = (found: readonly { id: string }[][]) => [...new Set(found.flat().map(({ id }) => id))]
  const isCut = (rows: readonly unknown[]) => rows.length > maxCounted
  const ids = toIds([own, ...others])
  if (!isCut(ids) && !isCut(own) && !others.some(isCut)) return { ids }
  return { ids: undefined, elsewhere: others.some(isCut) ? undefined : toIds(others) }
}

/** The same as a condition of each order: a page of what many orders have is found on the way from the newest. */
function hasTerm(term: Omit<SearchTerm, 'ids'>) {
  const { elsewhere } = term
  if (elsewhere) {
    return (eb: ExpressionBuilder<Tables, 'orders'>) =>
      eb.or([
        eb('search_text', 'like', toPattern(term.text)),
        ...(elsewhere.length > 0 ? [sql<boolean>`orders.id = any(${elsewhere}::uuid[])`] : []),
      ])
  }
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
  const found: SearchTerm[] = []
  // One after the other, because each takes four connections at once.
  for (const term of terms) found.push({ ...term, ...(await listIds(term)) })
  return found
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

/** The number of orders that a search has found, up to `maxCounted`, and whether there are more. */
export async function countFound({ database, found }: { database: Database; found: OrderQuery }) {
  const counted = found.select('orders.id').limit(maxCounted + 1)
  const total = await countRows(database.selectFrom(counted.as('counted')))
  return { total: Math.min(total, maxCounted), ...(total > maxCounted && { hasMore: true }) }
}
