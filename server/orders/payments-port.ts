import type { Transaction } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** What orders need of payments. Declared here and built by payments, which stand above orders. */
export interface PaymentsPort {
  /** gives back the money of a prepaid order; called in the transaction that cancels it, asks the provider afterwards */
  requestRefund(refund: { trx: Transaction<Tables>; orderId: string; reason: string }): Promise<void>
  /** these products are ordered in another way: the shopper's unpaid card checkouts of them hold nothing and buy nothing any more */
  cancelCompetingCheckouts(order: { trx: Transaction<Tables>; userId: string; productIds: readonly string[] }): Promise<void>
}
