import { sql } from 'kysely'
import { isUuid } from '../../database/is-uuid.ts'
import { rejectHeldMoney } from '../../database/money-hold.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { writeCashRefund } from '../../payments/refunds/cash-refunds.ts'

interface PayoutPayment {
  readonly id: string
  /** of the transfer, as the bank names it */
  readonly reference: string
  /** of the payout as the administrator saw it */
  readonly version: number
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Records that a refund was transferred, once: this and nothing else counts it as paid back.
 * @throws AppError 404 for an unknown payout. @throws AppError 409 for one that is paid, or has changed since it was seen, and while money is held
 * after a restore.
 */
export async function payPayout({ database, payment }: { database: Database; payment: PayoutPayment }): Promise<void> {
  await retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      await rejectHeldMoney({ database: trx })
      await writePayment({ trx, payment })
    }),
  )
}

/** `payPayout` in the caller's transaction, also for what was paid before a restore. */
export async function writePayment({ trx, payment }: { trx: Transaction; payment: PayoutPayment }): Promise<void> {
  const { id, reference, version, actorId } = payment
  const found = isUuid(id) ? await trx.selectFrom('payouts').select('order_id').where('id', '=', id).executeTakeFirst() : undefined
  if (!found) throw new AppError('return_not_found')
  // The order is locked before its returns.
  await trx.selectFrom('orders').select('id').where('id', '=', found.order_id).forUpdate().execute()
  const payout = await trx
    .selectFrom('payouts')
    .leftJoin('returns', 'returns.id', 'return_id')
    .select(['payouts.order_id', 'amount_paise', 'paid_at', 'payouts.version', 'payouts.reason', 'returns.number'])
    .where('payouts.id', '=', id)
    .forUpdate('payouts')
    .executeTakeFirstOrThrow()
  if (payout.paid_at !== null) throw new AppError('payout_paid')
  if (payout.version !== version) throw new AppError('return_changed')
  await trx
    .updateTable('payouts')
    .set({ reference, paid_at: sql<Date>`clock_timestamp()`, paid_by: actorId })
    .where('id', '=', id)
    .execute()
  const reason = `${payout.number === null ? payout.reason : `return ${payout.number}`}, ${reference}`
  await writeCashRefund({ trx, refund: { orderId: payout.order_id, amount: payout.amount_paise, reason, recordedBy: actorId } })
}
