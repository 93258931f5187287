import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { FetchPicture } from '../catalog-admin/import/run/import-run.ts'
import { processImports } from '../catalog-admin/import/run/process-imports.ts'
import type { ProductChanges } from '../database/product-changes.ts'
import type { Database } from '../database/schema.ts'
import { everyMinute, type Job } from './job.ts'

interface ImportDependencies {
  readonly database: Database
  readonly images: ImageStore
  readonly fetchPicture: FetchPicture
  readonly productChanges: ProductChanges
}

/** Checks files of products that administrators have uploaded, and imports them. A run that was interrupted is continued. */
export const createImportProductsJob = ({ productChanges, ...dependencies }: ImportDependencies): Job => ({
  name: 'import-products',
  cron: everyMinute,
  run: ({ log, signal }) => processImports({ ...dependencies, log, signal, onProgress: productChanges.publish }),
})
