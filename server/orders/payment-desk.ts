import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Gives back the money of a prepaid order that is cancelled. Declared here, built by payments, which stand above orders. */
export interface Refunder {
  /** in the transaction that cancels; asks the provider afterwards */
  requestRefund(refund: { trx: Transaction<Tables>; orderId: string; reason: string }): Promise<void>
}
