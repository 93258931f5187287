import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { findRunningDatabase } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { seedProducts } from './seed.ts'
import { type RunningShop, startShop } from './start-shop.ts'

export interface OpenShop extends RunningShop {
  /** the shop's own database */
  readonly connection: pg.ClientConfig
  readonly dataDir: string
}

/** A shop of this size in a process of its own, with limits that no load from one machine reaches, and the load as its proxy. */
export async function openShop({ products, stock = 1_000_000 }: { products: number; stock?: number }): Promise<OpenShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  const shop = await startShop({ settings: { DATA_DIR: dataDir, LIMITS_FACTOR: '1000000', LISTING_SPINNER_MS: '0', TRUST_PROXY: '1' } })
  const close = async () => {
    await shop.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const connection = await findRunningDatabase({ dataDir })
    if (!connection) throw new Error('The shop runs without a database in its folder.')
    await seedProducts({ connection, products, stock })
    return { ...shop, connection, dataDir, close }
  } catch (error) {
    await close()
    throw error
  }
}
