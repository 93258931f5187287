import type { Paise } from '#contract/kernel/money.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { DocumentCache } from '../../tax/print/document-cache.ts'

export interface RefundRequest {
  readonly trx: Transaction
  readonly orderId: string
  readonly reason: string
  /** until the provider is called */
  readonly delaySeconds: number
  /** what the order still costs; all of the payment is refunded without it */
  readonly retained?: Paise
  /** the administrator's id; null for a cancellation, whose refund can be withdrawn */
  readonly requestedBy?: string | null
}

/** What orders need from payments, which depend on orders. All functions run in the caller's transaction. */
export interface PaymentsPort {
  /** Locks the card payment of an order, if it has one. */
  lockPayment(order: { trx: Transaction; orderId: string }): Promise<void>
  /**
   * Refunds what is left of the payment of an order above `retained`. The provider is called after the commit; what was paid to the shop itself
   * is a refund to pay by hand. Returns the amount.
   */
  requestRefund(refund: RefundRequest): Promise<Paise>
  /** Withdraws what `requestRefund` has requested for this reason. Returns false when the provider may have it, or when it is paid. */
  withdrawRefund(refund: { trx: Transaction; orderId: string; reason: string }): Promise<boolean>
  /** What is still to be paid back by hand for an order. */
  sumOpenPayouts(order: { database: Database | Transaction; orderId: string }): Promise<Paise>
  /** Whether the advance of an order stays with the shop when the parcel is refused. */
  keepsAdvance(order: { trx: Transaction; orderId: string }): Promise<boolean>
  /** Ends the shopper's unpaid card checkouts of these products and releases their stock. */
  cancelCompetingCheckouts(order: { trx: Transaction; userId: string; productIds: readonly string[] }): Promise<void>
  /** Ends the unpaid online payments that a guest's browser has opened for any of these products. */
  cancelGuestCheckouts(order: { trx: Transaction; deviceHash: Buffer; productIds: readonly string[] }): Promise<void>
  /** The ids of the orders whose payments an administrator must look at. */
  listOrdersToReview(shop: { database: Database }): Promise<string[]>
  /** Whether a refund of the order was found at the provider that no administrator has reviewed. */
  hasFoundRefund(order: { trx: Transaction; orderId: string }): Promise<boolean>
  /** Whether the provider has captured a payment of the order that the shop does not know, and no administrator has reviewed it. */
  hasUnknownPayment(order: { trx: Transaction; orderId: string }): Promise<boolean>
}

/** What the order routes need from outside. */
export interface OrderDependencies {
  readonly database: Database
  /** for reports */
  readonly readDatabase: Database
  readonly trackingKey: Buffer
  readonly settings: Settings
  readonly shopSettings: { readonly current: ShopSettings }
  readonly hasCardPayment: () => boolean
  readonly payments: PaymentsPort
  readonly documentCache: DocumentCache
  /** stores refunds that were made in the provider's dashboard, before an order is refunded */
  readonly syncRefunds: (orderId: string) => Promise<void>
  /** called after a commit that queued mails */
  readonly requestMails: () => void
}
