import type { ImportField } from '#contract/catalog-admin/import-fields.ts'
import type { ImportSale } from './import-row.ts'

export interface SizeCells {
  readonly line: number
  /** undefined: to be found by the SKU */
  readonly size: string | undefined
  readonly stock: string | undefined
  readonly sku: string
  readonly barcode: string
  readonly shelf?: string | undefined
}

export interface PictureCells {
  readonly source: string
  readonly alt: string
}

/** What a file says about one product. */
export interface ProductRecord {
  /** the number of the product's first line */
  readonly line: number
  /** empty when only SKUs name the product */
  readonly handle: string
  /** the cells about the product as a whole; empty ones are left out */
  readonly fields: Readonly<Partial<Record<ImportField, string>>>
  readonly sizes: readonly SizeCells[]
  readonly pictures: readonly PictureCells[]
  readonly sale?: ImportSale | undefined
  readonly formerPrice?: string | undefined
  /** what the import does differently from the file */
  readonly notes: readonly string[]
  readonly error?: string | undefined
}
