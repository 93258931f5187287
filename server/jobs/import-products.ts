import { isTaxed } from '#contract/tax/price-problems.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { FetchPicture } from '../catalog-admin/import/run/import-run.ts'
import { processImports } from '../catalog-admin/import/run/process-imports.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../settings.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { listRates, readToday } from '../tax/rates/read-rates.ts'
import { everyMinute, type Job } from './job.ts'

interface ImportDependencies {
  readonly database: Database
  readonly images: ImageStore
  readonly fetchPicture: FetchPicture
  readonly settings: Settings
}

/** Checks files of products that administrators have uploaded, and imports them. A run that was interrupted is continued. */
export const createImportProductsJob = ({ settings, ...dependencies }: ImportDependencies): Job => ({
  name: 'import-products',
  cron: everyMinute,
  changes: 'products',
  run: ({ publish, ...context }) =>
    processImports({
      ...dependencies,
      ...context,
      onProgress: publish,
      readTaxRates: () => readTaxRates({ database: dependencies.database, settings }),
    }),
})

/** The tax rates of today; undefined in a shop whose sales have no tax. */
async function readTaxRates({ database, settings }: Pick<ImportDependencies, 'database' | 'settings'>) {
  if (!isTaxed(await readShopSettings({ database, settings }))) return undefined
  return listRates({ database, day: await readToday(database) })
}
