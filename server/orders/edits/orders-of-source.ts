import { sql } from 'kysely'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import { maxTransitions } from '#contract/orders/order-desk.ts'
import type { OrdersOfSource, SourceMatch } from '#contract/orders/order-edits.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { emailOf, phoneOf } from '../order/related-orders.ts'

interface FoundRow {
  readonly id: string
  readonly number: string
  readonly version: number
  readonly status: OrderStatus
  readonly total: Paise
  readonly placedAt: Date
  readonly matches: SourceMatch[]
}

/**
 * The unpaid open orders of the source of an order, the order itself included, newest first. Browsers, IP addresses and networks are
 * compared for as long as `order_sources` keeps them.
 * @throws AppError 404 for an unknown order.
 */
export async function readOrdersOfSource({ database, id }: { database: Database; id: string }): Promise<OrdersOfSource> {
  if (!isUuid(id)) throw new AppError('not_found')
  const order = await database.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst()
  if (!order) throw new AppError('not_found')
  const rows = await findOrders({ database, id })
  const orders = rows.slice(0, maxTransitions).map(({ id: _id, number, version, status, total, placedAt, matches }) => ({
    _id,
    number,
    version,
    orderStatus: status,
    totalPrice: toRupees(total),
    createdAt: placedAt.toISOString(),
    matches,
  }))
  return { orders, isCapped: rows.length > maxTransitions }
}

/** With one more than are shown. */
async function findOrders({ database, id }: { database: Database; id: string }): Promise<FoundRow[]> {
  const isOpen = sql`other.kind <> 'card' and other.status in ('Placed', 'Confirmed', 'Packed') and other.paid_paise = 0`
  const newest = sql`order by other.placed_at desc limit ${maxTransitions + 1}`
  // An order has up to three of these matches.
  const newestMatches = sql`order by other.placed_at desc limit ${3 * (maxTransitions + 1)}`
  const { rows } = await sql<FoundRow>`
    with this as materialized (
      select user_id, ${phoneOf('orders')} as phone, ${emailOf('orders')} as email, keys, range_key
      from orders left join order_sources on order_id = orders.id where orders.id = ${id}
    ),
    matches as (
      select found.* from this, lateral (
        (select id, 'account' as match from orders as other where other.user_id = this.user_id and ${isOpen} ${newest})
        union all (select id, 'phone' from orders as other where ${phoneOf('other')} = this.phone and length(this.phone) = 10 and ${isOpen} ${newest})
        union all (select id, 'email' from orders as other where ${emailOf('other')} = this.email and this.email <> '' and ${isOpen} ${newest})
        union all (
          select other.id, unnest(array_remove(array[
            case when source.keys[3] = this.keys[3] then 'ip' end,
            case when source.range_key = this.range_key then 'network' end,
            -- An account is in this part of the keys as well.
            case when (select count(*) from unnest(source.keys[4:]) as key where key = any (this.keys[4:]))
              > (other.user_id is not null and other.user_id = this.user_id)::int then 'device' end
          ], null))
          from order_sources as source join orders as other on other.id = source.order_id
          where (source.keys && this.keys or source.range_key = this.range_key) and ${isOpen} ${newestMatches}
        )
      ) as found where found.id <> ${id}
      union all select id, null from orders as other where id = ${id} and ${isOpen}
    )
    select id, number, version, status, total_paise as total, placed_at as "placedAt",
      array(select distinct match from matches where matches.id = orders.id and match is not null order by match) as matches
    from orders where id in (select matches.id from matches) order by placed_at desc, id desc limit ${maxTransitions + 1}
  `.execute(database)
  return rows
}
