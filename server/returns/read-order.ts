import { sql } from 'kysely'
import { paise } from '#contract/money.ts'
import { endedReturnStates } from '#contract/returns/return-states.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import type { FoundOrder } from '../orders/present.ts'
import { findOrder, type OrderLine } from '../orders/repository.ts'
import { sumOpenPayouts } from '../payments/refunds/cash-refunds.ts'
import type { OrderToReturn } from './return-rules.ts'

export interface ReturnOrder extends OrderToReturn {
  readonly row: FoundOrder['row']
  readonly lines: readonly OrderLine[]
  /** how many returns were asked for */
  readonly count: number
}

interface OrderKey {
  readonly database: Database
  readonly id: string
  /** limits a shopper to their own orders */
  readonly userId?: string | undefined
}

/**
 * An order with what its returns depend on.
 * @throws AppError 404 for an unknown order or another shopper's.
 */
export async function readReturnOrder({ database, id, userId }: OrderKey): Promise<ReturnOrder> {
  const found = await findOrder({ database, id, userId })
  if (!found) throw new AppError('not_found')
  const { row, lines } = found
  const pieces = await database
    .selectFrom('return_lines')
    .innerJoin('returns', 'returns.id', 'return_id')
    .select(['line', 'quantity', 'refunded', 'state'])
    .where('return_lines.order_id', '=', row.id)
    .execute()
  const { count } = await database
    .selectFrom('returns')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', row.id)
    .executeTakeFirstOrThrow()
  const toPay = await sumOpenPayouts({ database, orderId: row.id })
  const isEnded = (state: string) => endedReturnStates.some((ended) => ended === state)
  return {
    row,
    lines,
    count,
    deliveredAt: row.status === 'Delivered' ? await readDelivery({ database, id: row.id }) : undefined,
    returned: pieces.filter(({ state }) => !isEnded(state)),
    paidBack: pieces.flatMap(({ line, refunded, state }) => (state === 'settled' && refunded ? [{ line, quantity: refunded }] : [])),
    left: paise(Math.max(0, row.paid_paise - row.refunded_paise - toPay)),
  }
}

/** When an order was delivered. An order from before its events were recorded counts from the day on which it was placed. */
async function readDelivery({ database, id }: { database: Database; id: string }): Promise<Date> {
  const { deliveredAt } = await database
    .selectFrom('orders')
    .select(
      sql<Date>`coalesce(
        (select max(happened_at) from order_events where order_id = orders.id and event = 'Delivered' and not internal), placed_at
      )`.as('deliveredAt'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return deliveredAt
}
