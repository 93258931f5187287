import type { Database } from '../database/schema.ts'
import type { PaymentsPort } from './payments-port.ts'

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
