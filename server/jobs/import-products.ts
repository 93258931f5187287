import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { FetchPicture } from '../catalog-admin/import/run/import-run.ts'
import { processImports } from '../catalog-admin/import/run/process-imports.ts'
import type { Database } from '../database/schema.ts'
import { everyMinute, type Job } from './job.ts'

interface ImportDependencies {
  readonly database: Database
  readonly images: ImageStore
  readonly fetchPicture: FetchPicture
}

/** Checks files of products that administrators have uploaded, and imports them. A run that was interrupted is continued. */
export const createImportProductsJob = (dependencies: ImportDependencies): Job => ({
  name: 'import-products',
  cron: everyMinute,
  changes: 'products',
  run: ({ publish, ...context }) => processImports({ ...dependencies, ...context, onProgress: publish }),
})
