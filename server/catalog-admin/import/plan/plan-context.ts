import type { ImportSource } from '#contract/catalog-admin/import-fields.ts'
import type { ImportItem, ImportOptions } from '#contract/catalog-admin/product-import.ts'
import type { DatedRate } from '#contract/tax/tax-rates.ts'
import type { ProductRecord } from '../read/product-record.ts'
import type { ChosenCategory } from './choose-categories.ts'
import type { ExistingProduct } from './find-existing.ts'
import type { Plan } from './import-plan.ts'
import type { UploadedFiles } from './plan-pictures.ts'

export interface PlanContext {
  readonly existing: ExistingProduct | undefined
  /** that the file means; undefined when the shop has none */
  readonly category: ChosenCategory | undefined
  readonly files: UploadedFiles
  /** another product has this name */
  readonly isNameTaken: boolean
  readonly source: ImportSource
  readonly options: ImportOptions
  /** of today; undefined in a shop whose sales have no tax */
  readonly taxRates?: readonly DatedRate[] | undefined
}

export interface LineError {
  readonly line: number
  readonly text: string
}

export type Changes = ImportItem['changes']

/** What one part of a product's plan adds to it. */
export interface PartPlan {
  readonly plan: Partial<Plan>
  readonly changes: Changes
  readonly errors: readonly LineError[]
  /** what the import does differently from the file */
  readonly notes: readonly string[]
  readonly isPriceLow?: boolean
  /** the file does not count its stock */
  readonly isUncounted?: boolean
}

export interface PartInput {
  readonly record: ProductRecord
  readonly context: PlanContext
}
