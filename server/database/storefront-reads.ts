import type { Database } from './schema.ts'

/** Where public replies are read: the replica of DATABASE_READ_URL, or the database itself. */
export interface StorefrontReads {
  /** for one request */
  choose(): Database
  /** products or settings have changed: the replica is used again when it has the change */
  requireChanges(): void
}
