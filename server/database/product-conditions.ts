import { sql } from 'kysely'
import type { ProductStatus } from '#contract/catalog/admin-products.ts'
import { escapePattern } from './text-pattern.ts'

/** A literal, because a prepared statement does not use the partial indexes for a status that is a parameter. */
export const hasStatus = (status: ProductStatus) => sql<boolean>`products.status = ${sql.lit(status)}`

/** A size with this SKU, in any case. */
export const isSku = (text: string) =>
  sql<boolean>`(lower(product_sizes.sku) = ${text.toLowerCase()} or lower(product_sizes.barcode) = ${text.toLowerCase()})`

/** A size whose SKU begins with a text, in any case. */
export function hasSku(text: string) {
  const pattern = `${escapePattern(text.toLowerCase())}%`
  return sql<boolean>`(lower(product_sizes.sku) like ${pattern} or lower(product_sizes.barcode) like ${pattern})`
}

/** The products that shoppers see. */
export const onSale = hasStatus('on_sale')

/** The products that administrators see: on sale, drafts and archived ones. */
export const notDeleted = sql<boolean>`products.status <> 'deleted'`
