import type { Database } from './schema.ts'

/** Connections at one moment. */
export interface PoolUse {
  readonly open: number
  readonly idle: number
  /** requests that wait for one */
  readonly waiting: number
  /** as many as may be open */
  readonly most: number
}

const pools = new WeakMap<Database, () => PoolUse>()

/** Whoever opens a database says here how its connections are counted. */
export function notePool({ database, read }: { database: Database; read: () => PoolUse }): void {
  pools.set(database, read)
}

/** How busy the connections are; undefined for a database whose opener did not say. */
export function readPoolUse({ database }: { database: Database }): PoolUse | undefined {
  return pools.get(database)?.()
}
