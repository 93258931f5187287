import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** What orders need of payments. Declared here and built by payments, which stand above orders. */
export interface PaymentDesk {
  /** gives back the money of a prepaid order; called in the transaction that cancels it, asks the provider afterwards */
  requestRefund(refund: { trx: Transaction<Tables>; orderId: string; reason: string }): Promise<void>
  /** ends what the shopper's unpaid card checkouts hold, so that it can be ordered in another way; locks what is wanted too */
  releaseHolds(holder: { trx: Transaction<Tables>; userId: string; productIds: readonly string[] }): Promise<void>
}
