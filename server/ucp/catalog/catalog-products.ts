import { sql } from 'kysely'
import type { AgeGroup, Gender } from '#contract/catalog/audience.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import { buildVariantId } from '#contract/catalog/variants.ts'
import { sizes as shopSizes } from '#contract/kernel/business.ts'
import {
  availableFromColumn,
  dispatchDaysColumn,
  type ProductRow,
  returnRuleColumn,
  type ShownPicture,
  shownColumns,
} from '../../catalog/product/product-row.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'

/** A size of a product, which can be bought. */
export interface CatalogSize {
  readonly size: string
  readonly stock: number
  readonly sku: string | null
  readonly barcode: string | null
}

type ShownColumns = Pick<ProductRow, (typeof shownColumns)[number] | 'details' | 'dispatchDays' | 'availableFrom'>

/** A product as assistants read it, in one row. */
export interface CatalogProduct extends ShownColumns {
  /** null for a product with one stock */
  readonly ownSizes: readonly CatalogSize[] | null
  readonly pictures: readonly Pick<ShownPicture, 'image_key' | 'alt'>[]
  readonly categoryFields: {
    readonly name: string
    readonly googleCategory: number | null
    readonly gender: Gender | null
    readonly ageGroup: AgeGroup | null
    readonly sizeSystem: string | null
  } | null
  readonly returnRule: ReturnRule
}

/** Products with all that assistants read; for lists, too. */
export const selectCatalog = (database: Database) =>
  database
    .selectFrom('products')
    .select([...shownColumns, 'details', dispatchDaysColumn, availableFromColumn, returnRuleColumn])
    .select([
      sql<CatalogProduct['ownSizes']>`case when has_sizes then (
        select json_agg(json_build_object('size', size, 'stock', product_sizes.stock, 'sku', sku, 'barcode', barcode) order by position)
        from product_sizes where product_id = products.id
      ) end`.as('ownSizes'),
      sql<CatalogProduct['pictures']>`coalesce((
        select json_agg(json_build_object('image_key', image_key, 'alt', alt) order by position)
        from product_pictures where product_id = products.id
      ), '[]')`.as('pictures'),
      sql<CatalogProduct['categoryFields']>`(
        select json_build_object('name', name, 'googleCategory', google_category, 'gender', gender, 'ageGroup', age_group,
          'sizeSystem', size_system)
        from categories where key = products.category
      )`.as('categoryFields'),
    ])
    .$castTo<CatalogProduct>()

/** Products on sale by their ids, in any order. */
export async function findCatalogProducts({ database, ids }: { database: Database; ids: readonly string[] }): Promise<CatalogProduct[]> {
  if (ids.length === 0) return []
  return selectCatalog(database).where('id', 'in', ids).where(onSale).execute()
}

/** The sizes of a product; one with one stock has it in each size of the shop. */
export const listSizes = ({ ownSizes, stock }: Pick<CatalogProduct, 'ownSizes' | 'stock'>): readonly CatalogSize[] =>
  ownSizes ?? shopSizes.map((size) => ({ size, stock, sku: null, barcode: null }))

const uuidLength = 36

/** The id of the product that an id of a product or of a variant names; undefined for any other text. */
export function parseProductId(id: string): string | undefined {
  const productId = id.slice(0, uuidLength).toLowerCase()
  const isOne = isUuid(productId) && (id.length === uuidLength || id[uuidLength] === '-')
  return isOne ? productId : undefined
}

/** The size that the id of a variant names; undefined when its product has no such size. */
export function findSizeOfId({ id, product }: { id: string; product: CatalogProduct }): CatalogSize | undefined {
  return listSizes(product).find(({ size }) => buildVariantId({ productId: product.id, size }).slice(uuidLength) === id.slice(uuidLength))
}
