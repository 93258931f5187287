import { paise } from '#contract/kernel/money.ts'
import { divideAmount } from '#contract/kernel/pricing.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { listForeignRefunds, readAmounts, recordSettlement } from './complete-return.ts'
import { type LockedReturn, withLockedReturn } from './locked-return.ts'

interface RefundAnswer {
  /** of the return */
  readonly id: string
  readonly refundId: string
  readonly answer: 'this return' | 'something else'
  readonly note?: string | undefined
  /** of the return as the administrator saw it */
  readonly version: number
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Records what a refund was that the shop did not make. The refund of this return settles it at its amount, without another refund;
 * something else leaves the return as it is.
 * @throws AppError 404 for an unknown return.
 * @throws AppError 409 for a return that has changed or is not received, and for a refund that is answered.
 */
export function answerRefund({ database, answer }: { database: Database; answer: RefundAnswer }): Promise<void> {
  const { id, version } = answer
  return withLockedReturn({ database, id, version }, (locked) => writeAnswer({ locked, ...answer }))
}

async function writeAnswer({ locked, id, refundId, answer, note = '', actorId }: RefundAnswer & { locked: LockedReturn }): Promise<void> {
  const { trx } = locked
  const refund = (await listForeignRefunds(locked)).find((each) => each.id === refundId)
  if (!refund) throw new AppError('return_refund_gone')
  const isOfReturn = answer === 'this return'
  await trx
    .insertInto('refund_answers')
    .values({ refund_id: refundId, return_id: isOfReturn ? id : null, note, answered_by: actorId })
    .execute()
  if (!isOfReturn) return
  const { amount } = refund
  const { lines, goods, fee, refund: expected } = await readAmounts({ locked, attached: amount })
  const weights = lines.some((line) => line.goods > 0) ? lines.map((line) => line.goods) : lines.map(() => 1)
  const shares = lines.length > 0 ? divideAmount({ amount, weights }) : []
  const paidBack = lines.map((line, index) => ({ ...line, refund: shares[index] ?? line.refund }))
  // Goodwill that was paid back before is not kept for the items either.
  const credit = paise(amount + (goods - fee - expected))
  // What stays with the shop of the items, whatever it would have deducted.
  await trx
    .updateTable('returns')
    .set({ fee_paise: paise(Math.max(0, goods - credit)) })
    .where('id', '=', id)
    .execute()
  await recordSettlement({ locked, lines: paidBack, credit, cash: paise(0), actorId })
}
