import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findRunningDatabase } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { seedShop } from './seed-shop.ts'
import { type RunningShop, startShop } from './start-shop.ts'

export const shopSizes = {
  small: { products: 1_000, orders: 1_000 },
  large: { products: 100_000, orders: 1_000_000 },
} as const
export type ShopSize = keyof typeof shopSizes

export interface OpenShop extends RunningShop {
  /** of the shop's own database */
  readonly client: pg.Client
}

/**
 * A shop of this size in a process of its own, with limits that no load from one machine reaches, and the caller as its proxy. It is filled at
 * its first start; its folder stays in the temporary folder for the next one.
 */
export async function openShop(size: ShopSize): Promise<OpenShop> {
  const dataDir = join(tmpdir(), `shop-bench-${size}`)
  const seeded = join(dataDir, 'seeded')
  if (!existsSync(seeded)) rmSync(dataDir, { recursive: true, force: true })
  const shop = await startShop({ settings: { DATA_DIR: dataDir, LIMITS_FACTOR: '1000000', LISTING_SPINNER_MS: '0', TRUST_PROXY: '1' } })
  const client = new pg.Client(await findRunningDatabase({ dataDir }))
  const close = async () => {
    await client.end().catch(() => {})
    await shop.close()
  }
  try {
    await client.connect()
    if (!existsSync(seeded)) await seedShop({ client, ...shopSizes[size] })
    writeFileSync(seeded, '')
    return { ...shop, client, close }
  } catch (error) {
    await close()
    throw error
  }
}
