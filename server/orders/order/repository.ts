import { type SelectQueryBuilder, sql } from 'kysely'
import type { Adjustment } from '#contract/kernel/pricing.ts'
import type { OrderKind } from '#contract/orders/orders.ts'
import { countRows } from '../../database/count-rows.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { limitToPage, presentPage } from '../../database/pages.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { parseOrderNumber } from './order-number.ts'
import { type FoundOrder, orderColumns, type PricedLineItem, presentKind, presentOrder } from './present.ts'
import { normalizePhone } from './tracking.ts'

export type OrderLine = Required<PricedLineItem>

export interface StoredOrder extends FoundOrder {
  readonly lines: readonly OrderLine[]
}

/** The lines of several orders by order id, each in line order. */
export async function listLineItems({ database, ids }: { database: Database; ids: readonly string[] }): Promise<Map<string, OrderLine[]>> {
  const lines = new Map<string, OrderLine[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return lines
  const rows = await database
    .selectFrom('order_lines')
    .select(['order_id', 'product_id as productId', 'name', 'image_key as imageKey', 'price_paise as price', 'quantity', 'size', 'line'])
    .select(['subtotal_paise as subtotal', 'adjustment_paise as adjustment', 'dispatch_days as dispatchDays', 'return_rule as returnRule'])
    .select(sql<string | null>`available_from::text`.as('availableFrom'))
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .orderBy('line')
    .execute()
  for (const { order_id, ...line } of rows) lines.get(order_id)?.push(line)
  return lines
}

/** The adjustments of several orders by order id. */
export async function listAdjustments({ database, ids }: { database: Database; ids: readonly string[] }) {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('order_adjustments')
    .select(['order_id', 'line', 'kind', 'source', 'label_code as labelCode', 'amount_paise as amount', 'data'])
    .where('order_id', 'in', ids)
    .orderBy('id')
    .execute()
  const adjustments = new Map<string, Adjustment[]>(ids.map((id) => [id, []]))
  for (const { order_id, ...adjustment } of rows) adjustments.get(order_id)?.push(adjustment)
  return adjustments
}

export type OrderQuery = SelectQueryBuilder<Tables, 'orders', object>

interface Page {
  readonly database: Database
  readonly page: number
  readonly perPage: number
}

/** One page of the orders that match a query, newest or oldest first. */
export async function readOrderPage({
  database,
  orders,
  page,
  perPage,
  oldestFirst = false,
}: Page & { orders: OrderQuery; oldestFirst?: boolean }): Promise<FoundOrder[]> {
  const direction = oldestFirst ? 'asc' : 'desc'
  // Ids first: skipped orders are read from the index only.
  const found = orders.select('id').orderBy('placed_at', direction).orderBy('id', direction).$call(limitToPage({ page, perPage }))
  const paged = database.selectFrom('orders').select(orderColumns).where('id', 'in', found)
  const rows = await paged.orderBy('placed_at', direction).orderBy('id', direction).execute()
  const ids = rows.map((row) => row.id)
  const [lines, adjustments] = await Promise.all([listLineItems({ database, ids: ids }), listAdjustments({ database, ids: ids })])
  return rows.map((row) => ({ row, lines: lines.get(row.id) ?? [], adjustments: adjustments.get(row.id) ?? [] }))
}

/** One page of a shopper's orders, newest first. `kind` limits them to one kind, without exchanges. */
export async function listOrders({ userId, kind, ...paging }: Page & { userId: string; kind?: OrderKind }) {
  const { database, page, perPage } = paging
  let orders = database.selectFrom('orders').where('user_id', '=', userId)
  if (kind) orders = orders.where('kind', '=', kind).where('exchange_return_id', 'is', null)
  const [found, total] = await Promise.all([readOrderPage({ ...paging, orders }), countRows(orders)])
  const presented = found.map((order) => ({ ...presentOrder(order), kind: presentKind(order.row) }))
  return { orders: presented, ...presentPage({ page, perPage, total }) }
}

export interface OrderKey {
  readonly database: Database
  readonly id: string
  /** limits a shopper to their own orders */
  readonly userId?: string | undefined
}

/** An order and its lines; undefined when there is none, or when it is not this shopper's. */
export async function findOrder({ database, id, userId }: OrderKey): Promise<StoredOrder | undefined> {
  if (!isUuid(id)) return undefined
  const row = await database
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', '=', id)
    .$if(userId !== undefined, (orders) => orders.where('user_id', '=', userId ?? ''))
    .executeTakeFirst()
  if (!row) return undefined
  const [lines, adjustments] = await Promise.all([listLineItems({ database, ids: [row.id] }), listAdjustments({ database, ids: [row.id] })])
  return { row, lines: lines.get(row.id) ?? [], adjustments: adjustments.get(row.id) ?? [] }
}

interface TrackingForm {
  readonly number?: string | undefined
  readonly phone?: string | undefined
}

/** The id of the order with this number, in any notation, if the phone is the one of its delivery. */
export async function findOrderId({ database, number = '', phone = '' }: { database: Database } & TrackingForm) {
  const row = await database
    .selectFrom('orders')
    .select(['id', 'delivery_address'])
    .where('number', '=', parseOrderNumber(number))
    .executeTakeFirst()
  const digits = normalizePhone(phone)
  // The phone of a card order may be any text: without ten digits it identifies nobody.
  return row && digits.length === 10 && normalizePhone(row.delivery_address.phone) === digits ? row.id : undefined
}
