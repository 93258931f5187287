import { sql } from 'kysely'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { RelatedOrders } from '#contract/orders/order-edits.ts'
import { isOpen, type OrderStatus, orderStatuses } from '#contract/orders/order-status.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

/** The most orders that are read for an account, a phone or an email; the newest ones. */
const maxFound = 200
const maxShown = 20
/** Orders of the same phone or email that are compared with an order. */
const maxCompared = 20
/** Two orders with the same items within this time are probably one order that was placed twice. */
const duplicateHours = 24

/** The expressions of two indexes. A phone without ten digits identifies nobody. */
export const phoneOf = (order: string) =>
  sql`right(regexp_replace(${sql.ref(`${order}.delivery_address`)} ->> 'phone', '\\D', '', 'g'), 10)`
export const emailOf = (order: string) => sql`lower(${sql.ref(`${order}.delivery_address`)} ->> 'email')`

interface FoundRow {
  readonly id: string
  readonly number: string
  readonly status: OrderStatus
  readonly total: Paise
  readonly placedAt: Date
  readonly matches: RelatedOrders['orders'][number]['matches']
}

/** The other orders of the person who placed an order, guests included. Throws `AppError` (404) for an unknown order. */
export async function readRelatedOrders({ database, id }: { database: Database; id: string }): Promise<RelatedOrders> {
  if (!isUuid(id)) throw new AppError('not_found')
  const order = await database.selectFrom('orders').select('number').where('id', '=', id).executeTakeFirst()
  if (!order) throw new AppError('not_found')
  const [rows, duplicates] = await Promise.all([findOrdersOfPerson({ database, id }), findDuplicates({ database, ids: [id] })])
  const found = rows.slice(0, maxFound)
  const numbers = new Set(duplicates.get(id))
  const count = (isCounted: (status: OrderStatus) => boolean) => found.filter(({ status }) => isCounted(status)).length
  const orders = found.map(({ id: _id, number, status, total, placedAt, matches }) => ({
    _id,
    number,
    orderStatus: status,
    totalPrice: toRupees(total),
    createdAt: placedAt.toISOString(),
    matches,
    isLikelyDuplicate: numbers.has(number),
  }))
  return {
    counts: {
      all: found.length,
      open: count(isOpen),
      cancelled: count((status) => status === 'Cancelled'),
      refused: count((status) => status === 'Refused'),
    },
    isCapped: rows.length > maxFound,
    orders: orders.toSorted((a, b) => Number(b.isLikelyDuplicate) - Number(a.isLikelyDuplicate)).slice(0, maxShown),
  }
}

/** Newest first. */
async function findOrdersOfPerson({ database, id }: { database: Database; id: string }): Promise<FoundRow[]> {
  // The order itself is among them, and one more says that there are more.
  const newest = sql`order by other.placed_at desc limit ${maxFound + 2}`
  const { rows } = await sql<FoundRow>`
    with this as materialized (select user_id, ${phoneOf('orders')} as phone, ${emailOf('orders')} as email from orders where id = ${id}),
    matches as (
      select found.id, match from this, lateral (
        (select id, 'account' as match from orders as other where other.user_id = this.user_id ${newest})
        union all (select id, 'phone' from orders as other where ${phoneOf('other')} = this.phone and length(this.phone) = 10 ${newest})
        union all (select id, 'email' from orders as other where ${emailOf('other')} = this.email and this.email <> '' ${newest})
      ) as found
    )
    select id, number, status, total_paise as total, placed_at as "placedAt",
      array(select match from matches where matches.id = orders.id order by match) as matches
    from orders where id in (select matches.id from matches) and id <> ${id} order by placed_at desc, id desc
  `.execute(database)
  return rows
}

const openStatuses = sql.join(orderStatuses.filter(isOpen).map((status) => sql.lit(status)))

const itemsOf = (order: string) => sql`array(
  select concat_ws(' ', product_id, size, quantity) from order_lines where order_id = ${sql.ref(`${order}.id`)} order by 1
)`

/** By id, the numbers of the open orders that are probably the same order placed twice. Only orders that are open have any. */
export async function findDuplicates({ database, ids }: { database: Database; ids: readonly string[] }): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const isNear = sql`
    other.placed_at between this.placed_at - make_interval(hours => ${duplicateHours}) and this.placed_at + make_interval(hours => ${duplicateHours})
      and other.id <> this.id and other.status in (${openStatuses}) order by other.placed_at desc limit ${maxCompared}
  `
  const { rows } = await sql<{ id: string; numbers: string[] }>`
    select this.id, array_agg(other.number order by other.number) as numbers
    from orders as this cross join lateral (
      (select id, number from orders as other where ${phoneOf('other')} = ${phoneOf('this')} and length(${phoneOf('this')}) = 10 and ${isNear})
      union (select id, number from orders as other where ${emailOf('other')} = ${emailOf('this')} and ${emailOf('this')} <> '' and ${isNear})
    ) as other
    where this.id in (${sql.join(ids)}) and this.status in (${openStatuses}) and ${itemsOf('this')} = ${itemsOf('other')}
    group by this.id
  `.execute(database)
  return new Map(rows.map(({ id, numbers }) => [id, numbers]))
}
