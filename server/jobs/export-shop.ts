import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { removeDeletedExports, writeShopExport } from '../shop-export/run-export.ts'
import { everyMinute, type Job } from './job.ts'

interface ExportShopDependencies {
  readonly database: Database
  readonly readDatabase: Database
  readonly images: ImageStore
  readonly settings: Settings
}

/** Writes the export of everything that an administrator has requested, and removes the files of old ones. */
export const createExportShopJob = (dependencies: ExportShopDependencies): Job => ({
  name: 'export-shop',
  cron: everyMinute,
  changes: 'nothing',
  // The pictures of 100,000 products in a bucket.
  maxSeconds: 43_200,
  async run({ signal, log }) {
    await removeDeletedExports(dependencies).catch((err: unknown) => {
      // The bucket may forbid it; a new export is written all the same.
      log.warn({ err }, 'Removing the files of old exports failed')
    })
    await writeShopExport({ ...dependencies, signal, log })
  },
})
