import type { CallInput, CallReply } from '#contract/contract.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { foundRefundKind } from '../refunds/found-refunds.ts'
import { findOpenReturn } from '../refunds/open-returns.ts'
import { findDiscrepancies, readListedRows, toDiscrepancy } from './discrepancies.ts'

const maxResolved = 20

interface Resolution {
  readonly database: Database
  readonly id: string
  readonly resolution: CallInput<'POST /payments/mismatches/:id/resolve'>['body']
  /** the administrator's id */
  readonly resolvedBy: string
}

/** Takes a payment off the list of those to review. Throws `AppError` (409) when it is not listed as the administrator saw it, and for a refund that an open return asks about. */
export async function resolveDiscrepancy({ database, id, resolution, resolvedBy }: Resolution): Promise<void> {
  const { kind, words, message = words, note } = resolution
  const rows = await readListedRows({ database })
  const row = rows.find((listed) => listed._id === id && listed.kind === kind && toDiscrepancy(listed).message === message)
  if (!row) throw new AppError('discrepancy_gone')
  if (kind === foundRefundKind) await rejectOpenReturn({ database, orderId: row.orderId })
  const { detail, amount } = row
  const inserted = await database
    .insertInto('resolved_discrepancies')
    .values({
      subject_id: id,
      kind,
      detail,
      amount_paise: amount,
      discrepancy: JSON.stringify(toDiscrepancy(row)),
      note,
      resolved_by: resolvedBy,
    })
    .onConflict((conflict) => conflict.columns(['subject_id', 'kind', 'detail', 'amount_paise']).doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new AppError('discrepancy_gone')
}

/** A found refund may be that of an open return, which asks the question itself. @throws AppError 409 for an order with one. */
async function rejectOpenReturn({ database, orderId }: { database: Database; orderId: string | null }): Promise<void> {
  const open = await findOpenReturn({ database, orderId: orderId ?? '' })
  if (open) throw new AppError('return_refund_open', open)
}

/** The payments that an administrator must look at, and those that were resolved last. */
export async function readDiscrepancies({ database }: { database: Database }): Promise<CallReply<'GET /payments/mismatches'>> {
  const mismatches = await findDiscrepancies({ database })
  const resolved = await database
    .selectFrom('resolved_discrepancies')
    .leftJoin('users', 'users.id', 'resolved_by')
    .select(['discrepancy', 'note', 'users.name as resolvedBy', 'resolved_at'])
    .orderBy('resolved_at', 'desc')
    .limit(maxResolved)
    .execute()
  return {
    mismatches,
    // The previous version has stored the message as `words` only.
    resolved: resolved.map(({ discrepancy, resolved_at, ...row }) => ({
      ...discrepancy,
      message: discrepancy.words,
      ...row,
      resolvedAt: resolved_at.toISOString(),
    })),
  }
}
