import { sql } from 'kysely'
import { toPaise } from '#contract/kernel/money.ts'
import { severalCouriers } from '#contract/shipping/remittance-fields.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { compareRemittance, findEnteredAt, type NewLine, type Remittance } from './check-remittance.ts'
import { compareOrders, describePayer, findMatchableLines, lockLists, lockOrders, matchLines, recordPayments } from './match-lines.ts'
import { readRemittance } from './read-remittance.ts'

interface NewList extends Remittance {
  readonly database: Database
  /** the administrator's id */
  readonly enteredBy: string
}

const listOrders = (lines: readonly NewLine[]): string[] => lines.flatMap(({ parcel }) => (parcel ? [parcel.orderId] : []))

/**
 * Records the lines of a courier's list that can be read. A repeated list, or one without new lines, records nothing.
 * @throws AppError 400 for text that is not CSV, and for columns that do not make a list.
 * @throws AppError 400 for too many lines.
 */
export async function recordRemittance({ database, enteredBy, ...list }: NewList) {
  const read = readRemittance({ text: list.text, chosen: list.columns })
  if (read.error !== null) throw new AppError('remittance_columns', { reason: read.error })
  return retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      await lockLists.execute(trx)
      const matchable = await findMatchableLines({ trx })
      const preview = await compareRemittance({ database: trx, list, read })
      await lockOrders({ trx, ids: [...matchable.map(({ orderId }) => orderId), ...listOrders(preview.newLines)] })
      await matchLines({ trx, lines: matchable, actorId: enteredBy })
      // The orders are locked now: their statuses are those that count.
      const { fingerprint, newLines, ...checked } = await compareRemittance({ database: trx, list, read })
      const enteredAt = await findEnteredAt({ database: trx, fingerprint })
      if (enteredAt !== null || newLines.length === 0) return { enteredAt, ...checked, recorded: 0 }
      await insertList({ trx, list, fingerprint, lines: newLines, enteredBy })
      return { enteredAt: null, ...checked, recorded: newLines.length }
    }),
  )
}

interface Insertion {
  readonly trx: Transaction
  readonly list: Remittance
  readonly fingerprint: string
  readonly lines: readonly NewLine[]
  readonly enteredBy: string
}

async function insertList({ trx, list, fingerprint, lines, enteredBy }: Insertion): Promise<void> {
  const { courier, utr, bankAmount } = list
  const paysSeveral = courier === severalCouriers
  const { id } = await trx
    .insertInto('cod_remittances')
    .values({
      // The previous version knows no lists for several couriers.
      courier: paysSeveral ? 'other' : courier,
      pays_several: paysSeveral,
      fingerprint,
      entered_by: enteredBy,
      utr: utr || null,
      bank_paise: bankAmount ? toPaise(bankAmount) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = lines.map(({ line, trackingNumber, amount, reference, paidOn, parcel, outcome }) => ({
    line,
    tracking_number: trackingNumber,
    amount_paise: amount,
    reference,
    paid_on: paidOn,
    order_id: parcel?.orderId ?? null,
    courier: parcel?.courier ?? null,
    outcome,
  }))
  await sql`
    insert into cod_remittance_lines (remittance_id, line, tracking_number, amount_paise, reference, paid_on, order_id, courier, outcome)
    select ${id}, line, tracking_number, amount_paise, reference, paid_on, order_id, courier, outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new_line (
      line int, tracking_number text, amount_paise bigint, reference text, paid_on date, order_id uuid, courier text, outcome text
    )
  `.execute(trx)
  const paid = lines.flatMap(({ parcel, amount, reference }) =>
    parcel ? [{ orderId: parcel.orderId, amount, from: describePayer({ courier: parcel.courier, reference }) }] : [],
  )
  await recordPayments({ trx, lines: paid, actorId: enteredBy })
  await compareOrders({ trx, orderIds: listOrders(lines) })
}
