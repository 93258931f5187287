import type { Database } from '../database/schema.ts'

export interface ContactDependencies {
  readonly database: Database
  readonly settings: { readonly LIMITS_FACTOR: number }
  /** signs the links to tickets */
  readonly trackingKey: Buffer
  readonly requestMails: () => void
}
