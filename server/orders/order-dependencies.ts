import type { Database, Transaction } from '../database/schema.ts'

/** What orders need from payments, which depend on orders. Both functions run in the caller's transaction. */
export interface PaymentsPort {
  /** Refunds the remaining amount of an order that was paid by card. The provider is called after the commit. */
  requestRefund(refund: { trx: Transaction; orderId: string; reason: string }): Promise<void>
  /** Ends the shopper's unpaid card checkouts of these products and releases their stock. */
  cancelCompetingCheckouts(order: { trx: Transaction; userId: string; productIds: readonly string[] }): Promise<void>
}

/** What the order routes need from outside. */
export interface OrderDependencies {
  readonly database: Database
  /** for reports */
  readonly readDatabase: Database
  readonly trackingKey: Buffer
  readonly settings: { readonly LIMITS_FACTOR: number }
  readonly payments: PaymentsPort
  /** called after a commit that queued mails */
  readonly requestMails: () => void
}
