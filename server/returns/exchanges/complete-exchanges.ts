import { sql } from 'kysely'
import { paise } from '#contract/kernel/money.ts'
import { canTransitionReturn } from '#contract/orders/return-states.ts'
import type { Database } from '../../database/schema.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import { creditLines } from '../../tax/credit-notes.ts'
import { type LockedReturn, withLockedReturn } from '../locked-return.ts'
import { recordReturn } from '../record-return.ts'
import { listExchangesToSettle } from './exchange-orders.ts'

/** Settles exchanges of which both sides have arrived. Returns whether there were any. */
export async function completeExchanges({ database, signal }: { database: Database; signal: AbortSignal }): Promise<boolean> {
  const ids = await listExchangesToSettle({ database })
  await forEachSettled(ids, (id) => withLockedReturn({ database, id }, completeExchange), signal)
  return ids.length > 0
}

/** Credits the pieces that came back with what was paid for them. The order with the new items has an invoice of its own. */
async function completeExchange({ trx, row, lines }: LockedReturn): Promise<void> {
  const { id } = row
  // Another server may have settled it.
  if (row.kind !== 'exchange' || !canTransitionReturn({ from: row.state, to: 'settled' })) return
  const sent = await trx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['line', 'quantity', 'exchange_paise as value'])
    .where('exchange_return_id', '=', id)
    .execute()
  const credits = lines.flatMap(({ line, refunded: accepted }) => {
    const item = sent.find((each) => each.line === line)
    if (!item || !accepted) return []
    return [{ line, quantity: accepted, amount: paise(Math.floor(((item.value ?? 0) * accepted) / item.quantity)) }]
  })
  for (const { line, amount } of credits)
    await trx.updateTable('return_lines').set({ exchanged_paise: amount }).where('return_id', '=', id).where('line', '=', line).execute()
  await trx
    .updateTable('returns')
    .set({ state: 'settled', refund_paise: paise(0), settled_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  await recordReturn({ trx, row, event: 'Return settled', actor: 'system', actorId: null })
  await creditLines({ trx, orderId: row.order_id, reason: 'Items exchanged', lines: credits })
}
