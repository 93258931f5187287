import { sql } from 'kysely'

export interface SizeRow {
  readonly size: string
  readonly stock: number
  readonly sku: string | null
  readonly barcode: string | null
  readonly shelf: string | null
}

/** All sizes of a row of `products`, in their order. */
export const selectSizes = sql<SizeRow[]>`array(
  select json_build_object('size', size, 'stock', product_sizes.stock, 'sku', sku, 'barcode', barcode, 'shelf', shelf)
  from product_sizes where product_id = products.id order by position
)`
