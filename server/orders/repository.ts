import type { Order } from '#contract/orders.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'
import { type OrderRow, orderColumns, presentOrder } from './present.ts'
import type { LineItem } from './rules.ts'

/** The lines of several orders by order id, each in line order. */
export async function listLineItems({ database, ids }: { database: Database; ids: readonly string[] }): Promise<Map<string, LineItem[]>> {
  const lines = new Map<string, LineItem[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return lines
  const rows = await database
    .selectFrom('order_lines')
    .select(['order_id', 'product_id as productId', 'name', 'image_key as imageKey', 'price_paise as price', 'quantity', 'size'])
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .orderBy('line')
    .execute()
  for (const { order_id, ...line } of rows) lines.get(order_id)?.push(line)
  return lines
}

export interface OrderPage {
  readonly orders: Order[]
  readonly total: number
  readonly page: number
  readonly totalPages: number
}

/** One page of a shopper's orders of a kind, newest first. */
export async function listOrders({
  database,
  userId,
  kind,
  page,
  perPage,
}: {
  database: Database
  userId: string
  kind: 'cod' | 'card'
  page: number
  perPage: number
}): Promise<OrderPage> {
  const orders = database.selectFrom('orders').where('user_id', '=', userId).where('kind', '=', kind)
  const [rows, { total }] = await Promise.all([
    orders
      .select(orderColumns)
      .orderBy('placed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    orders.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const lines = await listLineItems({ database, ids: rows.map((row) => row.id) })
  return {
    orders: rows.map((row) => presentOrder({ row, lines: lines.get(row.id) ?? [] })),
    total,
    page,
    totalPages: Math.ceil(total / perPage),
  }
}

export interface FoundOrder {
  readonly row: OrderRow
  readonly lines: LineItem[]
}

/** An order and its lines; undefined when there is none, or when it is not this shopper's. */
export async function findOrder({
  database,
  id,
  userId,
}: {
  database: Database
  id: string
  userId?: string | undefined
}): Promise<FoundOrder | undefined> {
  if (!isUuid(id)) return undefined
  const row = await database
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', '=', id)
    .$if(userId !== undefined, (orders) => orders.where('user_id', '=', userId ?? ''))
    .executeTakeFirst()
  if (!row) return undefined
  const lines = await listLineItems({ database, ids: [row.id] })
  return { row, lines: lines.get(row.id) ?? [] }
}

export async function findOrderByNumber({ database, number }: { database: Database; number: string }) {
  const row = await database.selectFrom('orders').select(['id', 'delivery_address']).where('number', '=', number).executeTakeFirst()
  return row && { id: row.id, phone: row.delivery_address.phone }
}
