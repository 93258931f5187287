import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { checkAndRunImports, removeDeletedImports } from '../shop-import/run-import.ts'
import { everyMinute, type Job } from './job.ts'

interface ImportShopDependencies {
  readonly database: Database
  readonly images: ImageStore
  readonly settings: Settings
}

/** Checks and takes over exports of other shops that administrators have uploaded, and removes the files of old ones. */
export const createImportShopJob = (dependencies: ImportShopDependencies): Job => ({
  name: 'import-shop',
  cron: everyMinute,
  changes: 'products',
  // The pictures of 100,000 products in a bucket.
  maxSeconds: 43_200,
  async run({ signal, log, publish }) {
    await removeDeletedImports(dependencies)
    await checkAndRunImports({ ...dependencies, signal, log, onProgress: publish })
  },
})
