import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { makeMemoryFolder } from '#testing/memory-folder.ts'
import { type ShopServer, startShopServer } from './shop-server.ts'

/** Gives each worker a shop of its own. Its URL and its data folder are in SHOP_URL and SHOP_DATA_DIR. */
export const test = base.extend<object, { server: ShopServer }>({
  server: [
    async ({}, use) => {
      const dataDir = makeMemoryFolder('shop-e2e-worker-')
      // Keeps the owner of the database's files, which is another account when the tests run as root.
      execFileSync('cp', ['-a', `${process.env.SHOP_TEMPLATE_DIR}/.`, dataDir])
      const server = await startShopServer({ dataDir })
      process.env.SHOP_URL = server.url
      process.env.SHOP_DATA_DIR = dataDir
      await use(server)
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})
