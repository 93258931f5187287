import { sql } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import { divideAmount, sumPaise } from '#contract/kernel/pricing.ts'
import { canTransitionReturn } from '#contract/orders/return-states.ts'
import type { ReturnAmounts } from '#contract/returns/calculate-return.ts'
import { rejectHeldMoney } from '../database/money-hold.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { listUnansweredRefunds } from '../payments/refunds/found-refunds.ts'
import { refundUpTo } from '../payments/refunds/refunds.ts'
import { creditLines } from '../tax/credit-notes.ts'
import { type LockedReturn, withLockedReturn } from './locked-return.ts'
import { writePayment } from './payouts/pay-payout.ts'
import { readReturnOrder } from './read-order.ts'
import { recordReturn } from './record-return.ts'
import { settleAmounts } from './return-rules.ts'

interface Settlement {
  readonly id: string
  /** as the administrator saw it */
  readonly refund: Paise
  /** of the return as the administrator saw it */
  readonly version: number
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Pays back a received return, once: what was paid online by refunds of those payments, the rest by hand.
 * @throws AppError 404 for an unknown return.
 * @throws AppError 409 for a return that has changed or is not received, for another amount than the administrator saw, while a refund
 * that the shop did not make is not answered, and while money is held after a restore.
 */
export async function completeReturn({ database, settlement }: { database: Database; settlement: Settlement }): Promise<void> {
  const { id, version, actorId } = settlement
  await rejectHeldMoney({ database })
  return withLockedReturn({ database, id, version }, async (locked) => {
    const { trx, row, paidOrderId: orderId } = locked
    if ((await listForeignRefunds(locked)).length > 0) throw new AppError('return_refund_found')
    const { lines, goods, fee, refund } = await readAmounts({ locked })
    if (refund !== settlement.refund) throw new AppError('return_amount_changed')
    const online = await refundUpTo({ trx, orderId, amount: refund, reason: `return ${row.number}`, requestedBy: actorId })
    await recordSettlement({ locked, lines, credit: paise(goods - fee), cash: paise(refund - online), actorId })
  })
}

/**
 * The refunds that the shop did not make and that nobody has explained, since a return was asked for.
 * @throws AppError 409 for a return that cannot be settled.
 */
export async function listForeignRefunds({ trx, row, paidOrderId, exchangeOrder }: LockedReturn) {
  if (!canTransitionReturn({ from: row.state, to: 'settled' }) || exchangeOrder) throw new AppError('return_step_not_possible')
  return listUnansweredRefunds({ database: trx, orderId: paidOrderId, since: row.asked_at })
}

interface ReturnToCalculate {
  readonly locked: LockedReturn
  /** a refund that counts as not made yet, because it is the one of this return */
  readonly attached?: Paise
}

/** What a locked return pays back. */
export async function readAmounts({ locked, attached = paise(0) }: ReturnToCalculate): Promise<ReturnAmounts> {
  const { trx, row, lines } = locked
  const order = await readReturnOrder({ database: trx, id: row.order_id, withoutExchange: row.id })
  const left = paise(order.left + attached)
  return settleAmounts({ order: { ...order, left }, lines, fee: row.fee_paise, isFault: row.is_fault })
}

interface SettledReturn {
  readonly locked: LockedReturn
  /** the returned pieces, with what is paid back for them */
  readonly lines: ReturnAmounts['lines']
  /** their price less the fee, also when less of it was left to pay back */
  readonly credit: Paise
  /** what is paid back by hand */
  readonly cash: Paise
  /** the administrator's id */
  readonly actorId: string
}

/** Writes a settled return: the last step of the settlement. */
export async function recordSettlement({ locked, lines, credit, cash, actorId }: SettledReturn): Promise<void> {
  const { trx, row, paidOrderId } = locked
  const weights = lines.some(({ goods }) => goods > 0) ? lines.map(({ goods }) => goods) : lines.map(() => 1)
  const shares = lines.length > 0 ? divideAmount({ amount: credit, weights }) : []
  const credits = lines.map(({ line, quantity }, index) => ({ line, quantity, amount: shares[index] ?? paise(0) }))
  for (const [index, { line, refund }] of lines.entries()) {
    await trx
      .updateTable('return_lines')
      .set({ refund_paise: refund, credit_paise: credits[index]?.amount })
      .where('return_id', '=', row.id)
      .where('line', '=', line)
      .execute()
  }
  await trx
    .updateTable('returns')
    .set({
      state: 'settled',
      refund_paise: sumPaise(lines.map(({ refund }) => refund)),
      cash_paise: cash,
      settled_at: sql<Date>`clock_timestamp()`,
      settled_by: actorId,
    })
    .where('id', '=', row.id)
    .execute()
  if (cash > 0) await requestTransfer({ trx, returnId: row.id, orderId: paidOrderId, amount: cash })
  await recordReturn({ trx, row, event: 'Return settled', actor: 'admin', actorId })
  await creditLines({ trx, orderId: row.order_id, reason: 'Items returned', lines: credits })
}

interface Transfer {
  readonly trx: Transaction
  readonly returnId: string
  /** the order that was paid, locked */
  readonly orderId: string
  readonly amount: Paise
}

/** What is paid back by hand. It is paid already when an administrator has said so after a restore. */
async function requestTransfer({ trx, returnId, orderId, amount }: Transfer): Promise<void> {
  const payout = { return_id: returnId, order_id: orderId, amount_paise: amount }
  const { id, version } = await trx.insertInto('payouts').values(payout).returning(['id', 'version']).executeTakeFirstOrThrow()
  const known = await trx
    .selectFrom('restore_transfers')
    .select(['reference', 'answered_by'])
    .where('return_id', '=', returnId)
    .where('answer', '=', 'paid')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (known?.reference && known.answered_by)
    await writePayment({ trx, payment: { id, reference: known.reference, version, actorId: known.answered_by } })
}
