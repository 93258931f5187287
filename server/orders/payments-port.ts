import type { Transaction } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** What orders need from payments, which depend on orders. Both functions run in the caller's transaction. */
export interface PaymentsPort {
  /** Refunds the remaining amount of an order that was paid by card. The provider is called after the commit. */
  requestRefund(refund: { trx: Transaction<Tables>; orderId: string; reason: string }): Promise<void>
  /** Ends the shopper's unpaid card checkouts of these products and releases their stock. */
  cancelCompetingCheckouts(order: { trx: Transaction<Tables>; userId: string; productIds: readonly string[] }): Promise<void>
}
