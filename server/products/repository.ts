import { type Selectable, sql } from 'kysely'
import type { Product } from '#contract/products.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Tables } from '../database/schema.ts'
import { AppError } from '../errors.ts'

export const productColumns = [
  'id',
  'name',
  'description',
  'category',
  'price_paise',
  'mrp_paise',
  'regular_price_paise',
  'sale_ends_at',
  'stock',
  'image_key',
  'placeholder_color',
  'version',
  'pictures_version',
  'details',
  'details_version',
  'created_at',
] as const

/** The sizes of a product in their order; null for a product with one stock. */
export const sizeStockColumn = sql<NonNullable<Product['sizeStock']> | null>`case when has_sizes then (
  select json_agg(json_build_object('size', size, 'stock', product_sizes.stock) order by position) from product_sizes
  where product_sizes.product_id = products.id
) end`.as('sizeStock')

export type ProductRow = Pick<Selectable<Tables['products']>, (typeof productColumns)[number]> & {
  readonly sizeStock: NonNullable<Product['sizeStock']> | null
}

/** The product on sale with this id. Throws `AppError` (404). */
export async function requireProduct({ database, id }: { database: Database; id: string }): Promise<ProductRow> {
  const [product] = isUuid(id) ? await findProducts({ database, ids: [id] }) : []
  if (!product) throw new AppError('product_not_found')
  return product
}

/** Products on sale by their ids, in any order. */
export async function findProducts({ database, ids }: { database: Database; ids: readonly string[] }): Promise<ProductRow[]> {
  if (ids.length === 0) return []
  return database
    .selectFrom('products')
    .select([...productColumns, sizeStockColumn])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}
