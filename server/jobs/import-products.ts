import { isTaxed } from '#contract/tax/price-problems.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { FetchPicture } from '../catalog-admin/import/run/import-run.ts'
import { addImportPictures, checkImports, saveImports } from '../catalog-admin/import/run/process-imports.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { listRates, readToday } from '../tax/rates/read-rates.ts'
import { everyMinute, type Job } from './job.ts'
import type { JobRequests } from './request-jobs.ts'

interface ImportDependencies {
  readonly database: Database
  readonly images: ImageStore
  readonly fetchPicture: FetchPicture
  readonly settings: Settings
  readonly requests: JobRequests
}

/**
 * Jobs that check files of products that administrators have uploaded, import them, and load their pictures. Each has a queue of its own: a
 * check does not wait for the products of another file, nor these for its pictures. A run that was interrupted is continued.
 */
export const createImportJobs = ({ settings, requests, ...dependencies }: ImportDependencies): Job[] => [
  {
    name: 'check-imports',
    cron: everyMinute,
    changes: 'nothing',
    run: ({ signal, log }) => {
      const { database } = dependencies
      return checkImports({ database, signal, log, readTaxRates: () => readTaxRates({ database, settings }) })
    },
  },
  {
    name: 'import-products',
    cron: everyMinute,
    changes: 'products',
    async run({ publish, ...context }) {
      await saveImports({ ...dependencies, ...context, onProgress: publish })
      requests.request('add-import-pictures')
    },
  },
  {
    name: 'add-import-pictures',
    cron: everyMinute,
    changes: 'products',
    run: ({ publish, ...context }) => addImportPictures({ ...dependencies, ...context, onProgress: publish }),
  },
]

/** The tax rates of today; undefined in a shop whose sales have no tax. */
async function readTaxRates({ database, settings }: Pick<ImportDependencies, 'database' | 'settings'>) {
  if (!isTaxed(await readShopSettings({ database, settings }))) return undefined
  return listRates({ database, day: await readToday(database) })
}
