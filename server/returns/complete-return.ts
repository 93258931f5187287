import { sql } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import { divideAmount, sumPaise } from '#contract/kernel/pricing.ts'
import { canTransitionReturn } from '#contract/orders/return-states.ts'
import type { ReturnAmounts } from '#contract/returns/calculate-return.ts'
import { rejectHeldMoney } from '../database/money-hold.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { type ForeignRefund, listUnansweredRefunds } from '../payments/refunds/found-refunds.ts'
import { lockOrderPayment, refundRemaining, sumRemaining } from '../payments/refunds/refunds.ts'
import { creditLines } from '../tax/credit-notes.ts'
import { listExchangeOrders } from './exchanges/exchange-orders.ts'
import { writePayment } from './payouts/pay-payout.ts'
import { readReturnOrder } from './read-order.ts'
import { findReturn, type ReturnRow, readReturnLines } from './read-returns.ts'
import { recordReturn } from './record-return.ts'
import { returnError } from './return-error-rules.ts'
import { settleAmounts } from './return-rules.ts'
import { lockReturn } from './transition-return.ts'

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
  await retryTransaction(() => database.transaction().execute((trx) => writeSettlement({ trx, settlement })))
}

async function writeSettlement({ trx, settlement }: { trx: Transaction; settlement: Settlement }): Promise<void> {
  const { id, actorId } = settlement
  await rejectHeldMoney({ database: trx })
  const { row, orderId, paidOrderId, found } = await lockReceived({ trx, ...settlement })
  if (found.length > 0) throw returnError('return_refund_found')
  const amounts = await readAmounts({ trx, row, orderId })
  if (amounts.refund !== settlement.refund) throw returnError('return_amount_changed')
  const online = await refundOnline({ trx, orderId: paidOrderId, refund: amounts.refund, number: row.number, actorId })
  const cash = paise(amounts.refund - online)
  await recordSettlement({
    trx,
    returnId: id,
    orderId,
    paidOrderId,
    lines: amounts.lines,
    credit: paise(amounts.goods - amounts.fee),
    cash,
    actorId,
  })
}

interface ReturnToSettle {
  readonly trx: Transaction
  readonly id: string
  readonly version: number
}

/** The id of the order whose payments a return is paid back from. Throws AppError 404 for an unknown return. */
export async function findPaidOrder({ database, id }: { database: Database; id: string }): Promise<string> {
  const { order_id: orderId } = await findReturn({ database, id })
  return (await readReturnOrder({ database, id: orderId })).paidOrder.id
}

/**
 * Locks a received return with the order that was paid and its payments, and reads the refunds that the shop did not make.
 * @throws AppError 404 for an unknown return. @throws AppError 409 for one that has changed or cannot be settled.
 */
export async function lockReceived({ trx, id, version }: ReturnToSettle) {
  const { order_id: orderId } = await findReturn({ database: trx, id })
  const { paidOrder } = await readReturnOrder({ database: trx, id: orderId })
  // Payments are locked before orders, and the order that was paid before the exchange of its items.
  await lockOrderPayment({ trx, orderId: paidOrder.id })
  await trx.selectFrom('orders').select('id').where('id', '=', paidOrder.id).forUpdate().execute()
  const row = await lockReturn({ trx, id, version })
  if (!canTransitionReturn({ from: row.state, to: 'settled' })) throw returnError('return_step_not_possible')
  const [sent] = await listExchangeOrders({ database: trx, returnIds: [id] })
  if (row.kind === 'exchange' && sent) throw returnError('return_step_not_possible')
  const found: ForeignRefund[] = await listUnansweredRefunds({ database: trx, orderId: paidOrder.id, since: row.asked_at })
  return { row, orderId, paidOrderId: paidOrder.id, found }
}

interface ReturnToCalculate {
  readonly trx: Transaction
  readonly row: ReturnRow
  readonly orderId: string
  /** a refund that counts as not made yet, because it is the one of this return */
  readonly attached?: Paise
}

/** What a locked return pays back. */
export async function readAmounts({ trx, row, orderId, attached = paise(0) }: ReturnToCalculate): Promise<ReturnAmounts> {
  const order = await readReturnOrder({ database: trx, id: orderId, withoutExchange: row.id })
  const lines = await readReturnLines({ database: trx, ids: [row.id] })
  const left = paise(order.left + attached)
  return settleAmounts({ order: { ...order, left }, lines, fee: row.is_fault ? paise(0) : row.fee_paise })
}

interface OnlineRefund {
  readonly trx: Transaction
  readonly orderId: string
  readonly refund: Paise
  /** of the return */
  readonly number: string
  readonly actorId: string
}

/** Refunds as much as was paid online. Returns the amount. */
async function refundOnline({ trx, orderId, refund, number, actorId }: OnlineRefund): Promise<Paise> {
  const remaining = await sumRemaining({ trx, orderId })
  const retained = paise(remaining - Math.min(refund, remaining))
  return refundRemaining({ trx, orderId, reason: `return ${number}`, delaySeconds: 0, retained, requestedBy: actorId })
}

interface SettledReturn {
  readonly trx: Transaction
  readonly returnId: string
  readonly orderId: string
  /** the order whose payments are paid back */
  readonly paidOrderId: string
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
export async function recordSettlement({
  trx,
  returnId,
  orderId,
  paidOrderId,
  lines,
  credit,
  cash,
  actorId,
}: SettledReturn): Promise<void> {
  const weights = lines.some(({ goods }) => goods > 0) ? lines.map(({ goods }) => goods) : lines.map(() => 1)
  const shares = lines.length > 0 ? divideAmount({ amount: credit, weights }) : []
  const credits = lines.map(({ line, quantity }, index) => ({ line, quantity, amount: shares[index] ?? paise(0) }))
  for (const [index, { line, refund }] of lines.entries()) {
    await trx
      .updateTable('return_lines')
      .set({ refund_paise: refund, credit_paise: credits[index]?.amount })
      .where('return_id', '=', returnId)
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
    .where('id', '=', returnId)
    .execute()
  if (cash > 0) await requestTransfer({ trx, returnId, orderId: paidOrderId, amount: cash })
  await recordReturn({ trx, returnId, event: 'Return settled', actor: 'admin', actorId })
  await creditLines({ trx, orderId, reason: 'Items returned', lines: credits })
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
