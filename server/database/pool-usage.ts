import type { Database } from './schema.ts'

/** Connections of a pool at one moment. */
export interface PoolUsage {
  readonly open: number
  readonly idle: number
  /** requests that wait for a connection */
  readonly waiting: number
  readonly max: number
}

const pools = new WeakMap<Database, () => PoolUsage>()

export function registerPool({ database, read }: { database: Database; read: () => PoolUsage }): void {
  pools.set(database, read)
}

/** Undefined for a database without a registered pool. */
export function readPoolUsage({ database }: { database: Database }): PoolUsage | undefined {
  return pools.get(database)?.()
}
