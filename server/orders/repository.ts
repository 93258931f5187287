import type { Transaction } from 'kysely'
import type { Order } from '#contract/orders.ts'
import { inArray } from '../database/in-array.ts'
import type { Database, Tables } from '../database/schema.ts'
import { isId } from '../products/repository.ts'
import { type OrderRow, presentOrder } from './present.ts'
import type { LineItem } from './rules.ts'

type Reader = Database | Transaction<Tables>

/** The lines of several orders in one query, in the order of their numbers. */
export async function listLineItems({ database, ids }: { database: Reader; ids: readonly string[] }): Promise<Map<string, LineItem[]>> {
  const rows = await database
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', inArray(ids))
    .orderBy('order_id')
    .orderBy('line')
    .execute()
  const lines = new Map<string, LineItem[]>()
  for (const row of rows) {
    const line = {
      productId: row.product_id,
      name: row.name,
      imageKey: row.image_key,
      price: row.price_paise,
      quantity: row.quantity,
      size: row.size,
    }
    lines.set(row.order_id, [...(lines.get(row.order_id) ?? []), line])
  }
  return lines
}

async function presentAll({ database, rows }: { database: Reader; rows: readonly OrderRow[] }): Promise<Order[]> {
  const lines = await listLineItems({ database, ids: rows.map((row) => row.id) })
  return rows.map((row) => presentOrder({ row, lines: lines.get(row.id) ?? [] }))
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
  of,
  page,
  perPage,
}: {
  database: Database
  of: { userId: string; kind: 'cod' | 'card' }
  page: number
  perPage: number
}): Promise<OrderPage> {
  const chosen = database.selectFrom('orders').where('user_id', '=', of.userId).where('kind', '=', of.kind)
  const [rows, { total }] = await Promise.all([
    chosen
      .selectAll('orders')
      .orderBy('placed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    chosen.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow(),
  ])
  return { orders: await presentAll({ database, rows }), total: Number(total), page, totalPages: Math.ceil(Number(total) / perPage) }
}

/** An order as it is kept, its lines beside it; undefined when there is none, or when it is not this shopper's. */
export async function findOrder({ database, id, userId }: { database: Reader; id: string; userId?: string | undefined }) {
  if (!isId(id)) return undefined
  const row = await database
    .selectFrom('orders')
    .selectAll()
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
