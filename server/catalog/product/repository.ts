import { type RawBuilder, sql } from 'kysely'
import type { AgeGroup, Gender, sizeSystems } from '#contract/catalog/audience.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  availableFromColumn,
  dispatchDaysColumn,
  type ProductRow,
  productColumns,
  returnRuleColumn,
  type ShownPicture,
  type ShownRow,
  selectProducts,
  selectShown,
  sizeStockColumn,
} from './product-row.ts'

/** What the category of a product says for those that declare nothing; null when there is no such category. */
const audienceColumn = sql<CategoryAudience | null>`(
  select json_build_object('gender', gender, 'ageGroup', age_group, 'sizeSystem', size_system)
  from categories where key = products.category
)`.as('audience')

interface CategoryAudience {
  readonly gender: Gender | null
  readonly ageGroup: AgeGroup | null
  readonly sizeSystem: (typeof sizeSystems)[number] | null
}

/** The pictures of a product in their order. */
const picturesColumn = sql<ShownPicture[]>`(
  select coalesce(json_agg(json_build_object('image_key', image_key, 'placeholder_color', placeholder_color, 'alt', alt)
    order by position), '[]')
  from product_pictures where product_id = products.id
)`.as('pictures')

interface ProductQuery {
  readonly database: Database
  readonly id: string
  /** `onSale` or `notDeleted` */
  readonly condition: RawBuilder<boolean>
}

/**
 * The product with this id.
 * @throws AppError 404
 */
export async function requireProduct({ database, id, condition }: ProductQuery): Promise<ProductRow> {
  const [product] = isUuid(id) ? await findProducts({ database, ids: [id], condition }) : []
  if (!product) throw new AppError('product_not_found')
  return product
}

/**
 * A product with its pictures, in one query.
 * @throws AppError 404
 */
export async function requireProductPage({ database, id, condition }: ProductQuery) {
  const product = isUuid(id)
    ? await database
        .selectFrom('products')
        .select([
          ...productColumns,
          sizeStockColumn,
          dispatchDaysColumn,
          availableFromColumn,
          picturesColumn,
          audienceColumn,
          returnRuleColumn,
        ])
        .where('id', '=', id)
        .where(condition)
        .executeTakeFirst()
    : undefined
  if (!product) throw new AppError('product_not_found')
  return product
}

interface ProductsQuery extends Omit<ProductQuery, 'id'> {
  readonly ids: readonly string[]
}

/** Products by their ids, in any order, with all that administrators see. */
export async function findProducts({ database, ids, condition }: ProductsQuery): Promise<ProductRow[]> {
  if (ids.length === 0) return []
  return selectProducts(database).where('id', 'in', ids).where(condition).execute()
}

/** Products on sale in the order of these ids, with what shoppers see in lists. Others are omitted. */
export async function findShown({ database, ids }: Pick<ProductsQuery, 'database' | 'ids'>): Promise<ShownRow[]> {
  if (ids.length === 0) return []
  const found = await selectShown(database).where('id', 'in', ids).where(onSale).execute()
  const rows = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}
