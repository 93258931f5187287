import { sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { type LockedReturn, withLockedReturn } from '../locked-return.ts'
import { readReturnOrder } from '../read-order.ts'
import { recordReturn } from '../record-return.ts'
import { requireReturnAllowed, settleAmounts } from '../return-rules.ts'

interface MoneyRequest {
  readonly id: string
  /** limits a shopper to the returns of one order */
  readonly orderId: string
  /** as the page has shown */
  readonly refund: Paise
  readonly actor: 'guest' | 'shopper' | 'admin'
  readonly actorId: string | null
}

/**
 * Turns an exchange that is not accepted yet into a return for money, as its shopper asks for.
 * @throws AppError 404 for an unknown return. @throws AppError 409 for an accepted one, for another amount than the page has
 * shown, and for items that are exchanged only, unless the shop has asked to take the money.
 */
export function takeMoney({ database, request }: { database: Database; request: MoneyRequest }): Promise<void> {
  const { id, orderId, refund, actor, actorId } = request
  return withLockedReturn({ database, id, orderId }, async ({ trx, row, lines }) => {
    if (row.state !== 'asked') throw new AppError('return_step_not_possible')
    // A repeated request, such as a double click.
    if (row.kind === 'refund') return
    requireMoneyAllowed({ row, lines })
    const order = await readReturnOrder({ database: trx, id: orderId })
    const amounts = settleAmounts({ order, lines, fee: row.fee_paise, isFault: row.is_fault })
    if (amounts.refund !== refund) throw new AppError('return_amount_changed')
    await trx.updateTable('returns').set({ kind: 'refund', refund_paise: refund }).where('id', '=', id).execute()
    await recordReturn({ trx, row, event: 'Exchange ended', actor, actorId })
  })
}

function requireMoneyAllowed({ row, lines }: Pick<LockedReturn, 'row' | 'lines'>): void {
  if (row.sold_out_at !== null || row.overrule_reason !== null) return
  for (const { name, reason, return_rule: rule } of lines) requireReturnAllowed({ name, rule, kind: 'refund', reason })
}

interface Offer {
  readonly id: string
  /** of the return as the administrator saw it */
  readonly version: number
  /** the administrator's id */
  readonly actorId: string
}

/** Asks the shopper to take the money for an exchange that is not accepted yet. @throws AppError 409 for one that has changed. */
export function offerMoney({ database, offer }: { database: Database; offer: Offer }): Promise<void> {
  const { id, version, actorId } = offer
  return withLockedReturn({ database, id, version }, async ({ trx, row }) => {
    if (row.kind !== 'exchange' || row.state !== 'asked') throw new AppError('return_step_not_possible')
    await trx.updateTable('returns').set({ sold_out_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute()
    await recordReturn({ trx, row, event: 'Exchange sold out', actor: 'admin', actorId })
  })
}
