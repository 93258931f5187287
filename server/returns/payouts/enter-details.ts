import { sql } from 'kysely'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { PayoutForm } from '#contract/payouts/payout-details.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { type DetailsCipher, toDetails } from './payout-details.ts'

/** A payout, for the holder of its link. @throws AppError 404 for an unknown one. @throws AppError 409 for one that is paid. */
export async function findPayout({ database, id }: { database: Database; id: string }) {
  const row = await database
    .selectFrom('payouts')
    .leftJoin('returns', 'returns.id', 'return_id')
    .innerJoin('orders', 'orders.id', 'payouts.order_id')
    .select((eb) => eb.fn.coalesce('returns.number', 'orders.number').as('number'))
    .select(['amount_paise', 'paid_at'])
    .select(sql<boolean>`details is not null`.as('isEntered'))
    .select(sql<boolean>`return_id is null`.as('isOfOrder'))
    .where('payouts.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('return_not_found'))
  if (row.paid_at !== null) throw new AppError('payout_paid')
  return {
    number: row.number,
    amount: toRupees(row.amount_paise as Paise),
    isEntered: row.isEntered,
    ...(row.isOfOrder && { isOfOrder: true }),
  }
}

interface Entry {
  readonly id: string
  readonly details: PayoutForm
}

/**
 * Stores where a refund is transferred to, in place of what was entered before.
 * @throws AppError 404 for an unknown payout. @throws AppError 409 for one that is paid.
 */
export async function enterDetails({ database, cipher, entry }: { database: Database; cipher: DetailsCipher; entry: Entry }) {
  const { id, details: form } = entry
  const details = cipher.encrypt({ payoutId: id, details: toDetails(form) })
  const { numUpdatedRows } = await database
    .updateTable('payouts')
    .set({ method: form.method, details, details_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('paid_at', 'is', null)
    .executeTakeFirst()
  // Unknown or paid: the reading says which.
  if (numUpdatedRows === 0n) await findPayout({ database, id })
}
