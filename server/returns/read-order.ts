import { sql } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import { divideAmount, sumPaise } from '#contract/kernel/pricing.ts'
import { isCharge } from '#contract/orders/charges.ts'
import { endedReturnStates } from '#contract/orders/return-states.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import type { FoundOrder } from '../orders/order/present.ts'
import { findOrder, type OrderLine } from '../orders/order/repository.ts'
import { sumOpenPayouts } from '../payments/refunds/cash-refunds.ts'
import type { OrderToReturn } from './return-rules.ts'

export interface ReturnOrder extends OrderToReturn {
  readonly row: FoundOrder['row']
  readonly lines: readonly OrderLine[]
  /** how many returns were asked for */
  readonly count: number
  /** whose payments a return pays back: the order itself, or for an exchange the order whose items came back */
  readonly paidOrder: { readonly id: string; readonly isPaidOnline: boolean }
  /** the order is an exchange */
  readonly isExchange: boolean
}

interface OrderKey {
  readonly database: Database
  readonly id: string
  /** limits a shopper to their own orders */
  readonly userId?: string | undefined
  /** an exchange that does not count, because it is calculated */
  readonly withoutExchange?: string
}

/**
 * An order with what its returns depend on.
 * @throws AppError 404 for an unknown order or another shopper's.
 */
export async function readReturnOrder({ database, id, userId, withoutExchange }: OrderKey): Promise<ReturnOrder> {
  const found = await findOrder({ database, id, userId })
  if (!found) throw new AppError('not_found')
  const { row, lines } = found
  const pieces = await database
    .selectFrom('return_lines')
    .innerJoin('returns', 'returns.id', 'return_id')
    .select(['return_id', 'line', 'quantity', 'refunded', 'state', 'kind', 'is_fault'])
    .where('return_lines.order_id', '=', row.id)
    .execute()
  const paid = row.exchange_return_id === null ? row : await readPaidOrder({ database, returnId: row.exchange_return_id })
  const toPay = await sumOpenPayouts({ database, orderId: paid.id })
  const isEnded = (state: string) => endedReturnStates.some((ended) => ended === state)
  return {
    row,
    lines: await reduceLines({
      database,
      orderId: row.id,
      lines: row.exchange_return_id === null ? lines : await readExchangedLines({ database, orderId: row.id, lines }),
    }),
    count: new Set(pieces.map((each) => each.return_id)).size,
    paidOrder: { id: paid.id, isPaidOnline: paid.kind === 'card' },
    isExchange: row.exchange_return_id !== null,
    deliveredAt: row.status === 'Delivered' ? await readDelivery({ database, id: row.id }) : undefined,
    returned: pieces.filter(({ state }) => !isEnded(state)),
    paidBack: [
      ...pieces.flatMap(({ line, refunded, state, kind, is_fault }) =>
        state === 'settled' && refunded ? [{ line, quantity: refunded, isFault: is_fault && kind === 'refund' }] : [],
      ),
      ...(await listExchangedPieces({ database, orderId: row.id, except: withoutExchange })),
    ],
    charges: sumPaise(found.adjustments.filter(isCharge).map(({ amount }) => amount)),
    left: paise(Math.max(0, paid.paid_paise - paid.refunded_paise - toPay)),
  }
}

/** Pieces that are exchanged: an order with other items was placed for them, and the exchange is not settled. */
async function listExchangedPieces({ database, orderId, except }: { database: Database; orderId: string; except: string | undefined }) {
  return database
    .selectFrom('returns')
    .innerJoin('orders as exchange', 'exchange.exchange_return_id', 'returns.id')
    .innerJoin('order_lines', 'order_lines.order_id', 'exchange.id')
    .select(['order_lines.line', 'order_lines.quantity'])
    .where('returns.order_id', '=', orderId)
    .where('returns.kind', '=', 'exchange')
    .where('returns.state', '<>', 'settled')
    .$if(except !== undefined, (returns) => returns.where('returns.id', '<>', except ?? ''))
    .execute()
}

/** The order whose items came back for an exchange. */
async function readPaidOrder({ database, returnId }: { database: Database; returnId: string }) {
  return database
    .selectFrom('orders')
    .innerJoin('returns', 'returns.order_id', 'orders.id')
    .select(['orders.id', 'orders.kind', 'paid_paise', 'refunded_paise'])
    .where('returns.id', '=', returnId)
    .executeTakeFirstOrThrow()
}

interface LinesOfExchange {
  readonly database: Database
  readonly orderId: string
  readonly lines: readonly OrderLine[]
}

/** The lines of an exchange with what was paid for the pieces that came back for them. */
async function readExchangedLines({ database, orderId, lines }: LinesOfExchange): Promise<OrderLine[]> {
  const values = await database
    .selectFrom('order_lines')
    .select(['line', 'exchange_paise as value'])
    .where('order_id', '=', orderId)
    .execute()
  return lines.map((each) => {
    const value = values.find(({ line }) => line === each.line)?.value
    return value == null ? each : { ...each, adjustment: paise(value - each.subtotal) }
  })
}

/** The lines after the price of the order was reduced, unless items had come back before. Each line has its share, as on the credit note. */
async function reduceLines({ database, orderId, lines }: LinesOfExchange): Promise<readonly OrderLine[]> {
  const { reduced } = await database
    .selectFrom('price_reductions')
    .select(sql<Paise>`coalesce(sum(amount_paise), 0)::bigint`.as('reduced'))
    .where('order_id', '=', orderId)
    .where(
      sql<boolean>`reduced_at < coalesce((select min(settled_at) from returns where returns.order_id = price_reductions.order_id), 'infinity')`,
    )
    .executeTakeFirstOrThrow()
  const weights = lines.map(({ subtotal, adjustment }) => paise(subtotal + adjustment))
  const left = sumPaise(weights)
  if (reduced === 0 || left === 0) return lines
  const shares = divideAmount({ amount: paise(Math.min(reduced, left)), weights })
  return lines.map((line, index) => ({ ...line, adjustment: paise(line.adjustment - (shares[index] ?? 0)) }))
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
