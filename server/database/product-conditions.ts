import { sql } from 'kysely'
import type { ProductStatus } from '#contract/catalog/admin-products.ts'

/** A literal, because a prepared statement does not use the partial indexes for a status that is a parameter. */
export const hasStatus = (status: ProductStatus) => sql<boolean>`products.status = ${sql.lit(status)}`

/** The products that shoppers see. */
export const onSale = hasStatus('on_sale')

/** The products that administrators see: on sale, drafts and archived ones. */
export const notDeleted = sql<boolean>`products.status <> 'deleted'`
