import { sql } from 'kysely'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { ReturnKind, ReturnState } from '#contract/orders/return-states.ts'
import type { ReturnsOfPerson } from '#contract/returns/admin-returns.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'
import { readPersonReturns } from '../orders/customers/person-returns.ts'
import { isOverdue } from './read-returns.ts'

const maxReturns = 10

interface Row {
  readonly id: string
  readonly number: string
  readonly order_id: string
  readonly kind: ReturnKind
  readonly state: ReturnState
  readonly accepted_at: Date | null
  readonly asked_at: Date
  readonly refund_paise: Paise
  readonly pieces: number
}

/** The returns of the person of an order, those of the order first, then the newest. Nothing for an unknown order. */
export async function listPersonReturns({ database, orderId }: { database: Database; orderId: string }): Promise<ReturnsOfPerson> {
  const id = isUuid(orderId) ? orderId.toLowerCase() : undefined
  const { rows } = await sql<Row>`
    select returns.id, returns.number, order_id, returns.kind, state, accepted_at, asked_at, refund_paise,
      (select sum(quantity)::int from return_lines where return_id = returns.id) as pieces
    from orders join returns on order_id = orders.id
    where customer_key = (select customer_key from orders where id = ${id ?? null}::uuid)
    order by (order_id = ${id ?? null}::uuid) desc, asked_at desc, returns.id desc limit ${maxReturns}
  `.execute(database)
  const find = await readPersonReturns({ database, orderIds: id === undefined ? [] : [id] })
  return {
    person: find(id ?? ''),
    returns: rows.map((row) => ({
      _id: row.id,
      number: row.number,
      isOfOrder: row.order_id === id,
      kind: row.kind,
      state: row.state,
      isOverdue: isOverdue(row),
      pieces: row.pieces,
      refund: row.kind === 'exchange' ? 0 : toRupees(row.refund_paise),
      askedAt: row.asked_at.toISOString(),
    })),
  }
}
