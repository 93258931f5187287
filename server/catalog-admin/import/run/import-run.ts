import type { DatedRate } from '#contract/tax/tax-rates.ts'
import type { ImageStore } from '../../../catalog/pictures/image-store.ts'
import type { storeUpload } from '../../../catalog/pictures/store-upload.ts'
import type { Database } from '../../../database/schema.ts'

/** Loads a picture from the internet. Throws `PictureError` with a sentence for the administrator. */
export type FetchPicture = (url: string, options: { signal: AbortSignal }) => Promise<Buffer>

/** What a job needs to work on imports. */
export interface ImportWork {
  readonly database: Database
  readonly images: ImageStore
  readonly fetchPicture: FetchPicture
  /** the tax rates of today; undefined in a shop whose sales have no tax */
  readonly readTaxRates?: () => Promise<readonly DatedRate[] | undefined>
  readonly log: Parameters<typeof storeUpload>[0]['log']
  readonly signal: AbortSignal
  /** called when products have changed */
  readonly onProgress: () => void
}

/** One run of an import. Its version distinguishes it from a later one, after the import was stopped and checked again. */
export interface ImportRun extends ImportWork {
  readonly id: string
  readonly version: number
}

/** Finds the import unless it was stopped or has ended. */
export const selectRun = ({ database, id, version }: Pick<ImportRun, 'database' | 'id' | 'version'>) =>
  database.selectFrom('product_imports').select('id').where('id', '=', id).where('version', '=', version).where('state', '=', 'running')
