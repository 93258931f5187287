import type { StoredDetails } from '#contract/catalog/product-details.ts'
import type { ImportItem } from '#contract/catalog-admin/product-import.ts'
import type { Paise } from '#contract/kernel/money.ts'
import type { SizeInput } from '../../../catalog/product/insert-sizes.ts'
import type { ProductInput } from '../../../catalog/product/product-row.ts'

/** What an import writes for one product. What is left out stays as it is. */
export interface Plan {
  /** the versions of the product that the check has seen; null for a new product */
  readonly seen: { readonly version: number; readonly detailsVersion: number } | null
  readonly handle?: string
  /** set for a new product only */
  readonly isDraft?: boolean
  readonly product?: ProductInput & { readonly price: Paise }
  /** of a new product, planned for its time */
  readonly sale?: { readonly price: Paise; readonly startsAt: string; readonly endsAt: string }
  readonly details?: StoredDetails
  /** set for a product with one stock */
  readonly stock?: { readonly seen: number; readonly target: number }
  /** all sizes of the product; without those of a product with one stock */
  readonly sizes?: readonly (SizeInput & { readonly seenStock: number })[]
  /** the one stock of a product that is divided into sizes, or the sum of its sizes */
  readonly seenStock?: number
}

export interface PlannedPicture {
  /** a URL, or the name of a file of the import */
  readonly source: string
  readonly alt: string
}

export interface PlannedItem {
  readonly line: number
  readonly name: string
  readonly productId: string | null
  readonly outcome: ImportItem['outcome']
  readonly changes: ImportItem['changes']
  readonly error: string | null
  readonly warnings: readonly string[]
  readonly plan: Plan | null
  readonly preview: ImportItem['preview']
  readonly pictures: readonly PlannedPicture[]
}
