import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Product } from '#contract/catalog/products.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'

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
  'hidden_as',
  'publish_at',
] as const

/** The sizes of a product in their order; null for a product with one stock. */
export const sizeStockColumn = sql<NonNullable<Product['sizeStock']> | null>`case when has_sizes then (
  select json_agg(json_build_object('size', size, 'stock', product_sizes.stock) order by position) from product_sizes
  where product_sizes.product_id = products.id
) end`.as('sizeStock')

/** The pictures of a product in their order. */
const picturesColumn = sql<ShownPicture[]>`(
  select coalesce(json_agg(json_build_object('image_key', image_key, 'placeholder_color', placeholder_color, 'alt', alt)
    order by position), '[]')
  from product_pictures where product_id = products.id
)`.as('pictures')

export type ShownPicture = Pick<Selectable<Tables['product_pictures']>, 'image_key' | 'placeholder_color' | 'alt'>

export type ProductRow = Pick<Selectable<Tables['products']>, (typeof productColumns)[number]> & {
  readonly sizeStock: NonNullable<Product['sizeStock']> | null
}

/** Not deleted, not a draft, not archived. */
const isOnSale = sql<boolean>`products.deleted_at is null`

/** On sale, a draft or archived. */
export const isKept = sql<boolean>`(products.deleted_at is null or products.hidden_as is not null)`

/** Whether a product was deleted; a draft or archived one was not. */
export const isDeleted = ({
  deleted_at: deletedAt,
  hidden_as: hiddenAs,
}: Pick<Selectable<Tables['products']>, 'deleted_at' | 'hidden_as'>) => deletedAt !== null && hiddenAs === null

/** The product on sale with this id. Throws `AppError` (404). */
export async function requireProduct({ database, id }: { database: Database; id: string }): Promise<ProductRow> {
  return requireOne({ database, id, condition: isOnSale })
}

/** The product with this id for administrators, a draft or archived one too. Throws `AppError` (404). */
export async function requireKeptProduct({ database, id }: { database: Database; id: string }): Promise<ProductRow> {
  return requireOne({ database, id, condition: isKept })
}

async function requireOne({ database, id, condition }: { database: Database; id: string; condition: RawBuilder<boolean> }) {
  const [product] = isUuid(id) ? await readProducts({ database, ids: [id], condition }) : []
  if (!product) throw new AppError('product_not_found')
  return product
}

/** A product with its pictures, in one query; with `isPreview` a draft or archived one too. Throws `AppError` (404). */
export async function requireProductPage({ database, id, isPreview = false }: { database: Database; id: string; isPreview?: boolean }) {
  const product = isUuid(id)
    ? await database
        .selectFrom('products')
        .select([...productColumns, sizeStockColumn, picturesColumn])
        .where('id', '=', id)
        .where(isPreview ? isKept : isOnSale)
        .executeTakeFirst()
    : undefined
  if (!product) throw new AppError('product_not_found')
  return product
}

/** Products on sale by their ids, in any order. */
export const findProducts = ({ database, ids }: { database: Database; ids: readonly string[] }): Promise<ProductRow[]> =>
  readProducts({ database, ids, condition: isOnSale })

/** Products by their ids, in any order, drafts and archived ones too. */
export const findKeptProducts = ({ database, ids }: { database: Database; ids: readonly string[] }): Promise<ProductRow[]> =>
  readProducts({ database, ids, condition: isKept })

interface ProductQuery {
  readonly database: Database
  readonly ids: readonly string[]
  readonly condition: RawBuilder<boolean>
}

async function readProducts({ database, ids, condition }: ProductQuery): Promise<ProductRow[]> {
  if (ids.length === 0) return []
  return database
    .selectFrom('products')
    .select([...productColumns, sizeStockColumn])
    .where('id', 'in', ids)
    .where(condition)
    .execute()
}
