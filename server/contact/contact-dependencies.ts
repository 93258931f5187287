import type { Database } from '../database/schema.ts'

export interface ContactDependencies {
  readonly database: Database
  readonly settings: { readonly LIMITS_FACTOR: number; readonly secure: boolean }
  /** signs the links to tickets */
  readonly trackingKey: Buffer
  readonly requestMails: () => void
}
