import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import type { PickupService } from './pickup-service.ts'

/** What the routes of returns need from outside. */
export interface ReturnDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly shopSettings: { readonly current: ShopSettings }
  readonly trackingKey: Buffer
  /** books pick-ups; undefined: none is configured */
  readonly pickups?: { readonly current: PickupService | undefined } | undefined
  /** whether the shop takes online payments, which the fee of an exchange needs */
  readonly hasCardPayment: () => boolean
  /** stores refunds that were made in the provider's dashboard, before an order is refunded */
  readonly syncRefunds: (orderId: string) => Promise<void>
  /** called after a commit that queued mails */
  readonly requestMails: () => void
  /** called after a commit that requested a refund */
  readonly requestPaymentWork: () => void
}
