import { sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { Transaction } from '../../database/schema.ts'
import type { NewEvent } from '../order/order-events.ts'
import { recordEvent } from '../order/order-events.ts'
import { readReturnChange } from './return-change.ts'

interface ExchangeOrder {
  readonly trx: Transaction
  /** of the order with the new items */
  readonly orderId: string
}

/** Locks the order whose items came back for an exchange; nothing for an order that is none. It is older, so it is locked first. */
export async function lockExchangedOrder({ trx, orderId }: ExchangeOrder): Promise<void> {
  const exchanged = trx
    .selectFrom('orders as exchange')
    .innerJoin('returns', 'returns.id', 'exchange.exchange_return_id')
    .select('returns.order_id')
    .where('exchange.id', '=', orderId)
  await trx.selectFrom('orders').select('id').where('id', '=', exchanged).forUpdate().execute()
}

interface EndedExchange extends ExchangeOrder, Pick<NewEvent, 'actor' | 'actorId'> {
  /** what was paid for the way back and is not refunded */
  readonly retainedFee: Paise
}

/**
 * The shopper gets money for a return whose exchange has ended without a delivery. A fee that is paid already is not deducted again. With both
 * orders locked.
 */
export async function endExchange({ trx, orderId, retainedFee, ...by }: EndedExchange): Promise<void> {
  const goods = trx
    .selectFrom('order_lines')
    .select((eb) => eb.fn.sum<Paise>('exchange_paise').as('goods'))
    .where('order_id', '=', orderId)
  const fee = sql<Paise>`greatest(0, fee_paise - ${retainedFee}::bigint)`
  const ended = await trx
    .updateTable('returns')
    .set({
      kind: 'refund',
      fee_paise: fee,
      refund_paise: sql<Paise>`greatest(0, (${goods}) - case when is_fault then 0 else ${fee} end)`,
    })
    .where('id', '=', trx.selectFrom('orders').select('exchange_return_id').where('id', '=', orderId))
    .where('kind', '=', 'exchange')
    .where('state', '<>', 'settled')
    .returning(['id', 'order_id'])
    .executeTakeFirst()
  if (!ended) return
  const change = await readReturnChange({ trx, returnId: ended.id })
  await recordEvent({ trx, orderId: ended.order_id, event: 'Exchange ended', ...by, change })
}
