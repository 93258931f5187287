import { type Selectable, sql } from 'kysely'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import type { AdminPicture, ProductPicture } from '#contract/catalog/pictures/product-pictures.ts'
import type { ProductDetails, StoredDetails } from '#contract/catalog/product-details.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import { sizes } from '#contract/kernel/business.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import type { Database, Tables } from '../../database/schema.ts'
import { parseImageKey } from '../pictures/focal-point.ts'

// A product as a row: its columns, what an administrator sends for them, and what replies show of them.

/** What shoppers see in lists. */
export const shownColumns = [
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
] as const

export const productColumns = [
  ...shownColumns,
  'cost_paise',
  'needs_declarations',
  'version',
  'pictures_version',
  'details',
  'details_version',
  'created_at',
  'status',
  'publish_at',
] as const

/** The sizes of a product in their order; null for a product with one stock. */
export const sizeStockColumn = sql<NonNullable<Product['sizeStock']> | null>`case when has_sizes then (
  select json_agg(json_build_object('size', size, 'stock', product_sizes.stock) order by position) from product_sizes
  where product_sizes.product_id = products.id
) end`.as('sizeStock')

/** Null for a product that leaves as the policies say. */
export const dispatchDaysColumn = sql<number | null>`find_dispatch_days(products.details)`.as('dispatchDays')
/** The day from which a pre-order leaves, such as `2026-12-12`; null for a product that is no pre-order today. */
export const availableFromColumn = sql<string | null>`find_available_from(products.details)::text`.as('availableFrom')
/** Whether it comes back, by itself, its category or its sale. */
export const returnRuleColumn = sql<ReturnRule>`find_return_rule(products.id)`.as('returnRule')

/** In replies; nothing for an item that can be returned. */
export const presentReturnRule = (returnRule: ReturnRule = 'returnable') => (returnRule === 'returnable' ? {} : { returnRule })

/** The colours of the products of the same style on sale, in the order of the alphabet; null for a product without a style. */
const styleColoursColumn = sql<string[] | null>`case when products.details->>'style' is not null then (
  select array_agg(distinct siblings.details->>'colour') from products as siblings
  where siblings.details->>'style' = products.details->>'style' and siblings.details->>'colour' is not null and siblings.status = 'on_sale'
) end`.as('styleColours')

export type ShownPicture = Pick<Selectable<Tables['product_pictures']>, 'image_key' | 'placeholder_color' | 'alt'>

interface CalculatedColumns {
  readonly sizeStock: NonNullable<Product['sizeStock']> | null
  /** in lists only */
  readonly styleColours?: string[] | null
  readonly dispatchDays?: number | null
  readonly availableFrom?: string | null
}

export type ShownRow = Pick<Selectable<Tables['products']>, (typeof shownColumns)[number]> & CalculatedColumns
export type ProductRow = Pick<Selectable<Tables['products']>, (typeof productColumns)[number]> & CalculatedColumns

/** Products as lists show them to shoppers. */
export const selectShown = (database: Database) =>
  database
    .selectFrom('products')
    .select([...shownColumns, sizeStockColumn, styleColoursColumn, dispatchDaysColumn, availableFromColumn])
    .$castTo<ShownRow>()

/** Products as lists show them to administrators. */
export const selectProducts = (database: Database) =>
  database
    .selectFrom('products')
    .select([...productColumns, sizeStockColumn, styleColoursColumn, dispatchDaysColumn, availableFromColumn])
    .$castTo<ProductRow>()

export interface ProductInput {
  readonly name: string
  readonly description: string
  readonly category: string
  readonly price: Paise
  /** maximum retail price; undefined: as it is */
  readonly mrp?: Paise | null | undefined
  /** what one costs the shop; undefined: as it is */
  readonly cost?: Paise | null | undefined
}

/** The columns that an administrator sets. */
export const productValues = ({ name, description, category, price, mrp, cost }: ProductInput) => ({
  name,
  description,
  category,
  price_paise: price,
  ...(mrp !== undefined && { mrp_paise: mrp }),
  ...(cost !== undefined && { cost_paise: cost }),
})

/** The path of a product image in the width and format that replies name. */
export function imagePath(imageKey: string): string {
  return `/images/${imageKey}/800.webp`
}

export function presentProduct(row: ShownRow): Product {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    ...presentPrices(row),
    image: imagePath(row.image_key),
    backdrop: row.placeholder_color,
    category: row.category,
    stock: row.stock,
    ...presentDispatch(row),
    ...(row.styleColours && row.styleColours.length > 1 && { styleColours: row.styleColours }),
    ...presentSizes(row.sizeStock),
  }
}

/** When an item leaves, in replies; nothing for one that leaves as the policies say. */
export const presentDispatch = ({ dispatchDays, availableFrom }: Pick<CalculatedColumns, 'dispatchDays' | 'availableFrom'>) => ({
  ...(dispatchDays != null && { dispatchDays }),
  ...(availableFrom != null && { availableFrom }),
})

/** The sizes of a product, with their stock if each has its own. */
export const presentSizes = (sizeStock: ProductRow['sizeStock']): Pick<Product, 'sizes' | 'sizeStock'> =>
  sizeStock === null ? { sizes: [...sizes] } : { sizes: sizeStock.map(({ size }) => size), sizeStock }

/** The price, and what it is compared with. */
function presentPrices({ price_paise: price, mrp_paise: mrp, regular_price_paise: regularPrice, sale_ends_at: endsAt }: ShownRow) {
  return {
    price: toRupees(price),
    ...(mrp !== null && mrp > price && { mrp: toRupees(mrp) }),
    ...(regularPrice !== null && { regularPrice: toRupees(regularPrice) }),
    ...(endsAt !== null && { saleEndsAt: endsAt.toISOString() }),
  }
}

export const presentDetails = ({ searchWords, ...details }: StoredDetails): ProductDetails =>
  searchWords === undefined ? details : { ...details, keywords: searchWords }

/** A product that is not deleted, for administrators. */
export function presentAdminProduct(row: ProductRow): AdminProduct {
  const { status } = row
  if (status === 'deleted') throw new Error(`Product ${row.id} is deleted.`)
  const { focus } = parseImageKey(row.image_key)
  const mrp = row.mrp_paise === null ? undefined : toRupees(row.mrp_paise)
  const { details, details_version: detailsVersion, version, created_at: createdAt, publish_at: publishAt } = row
  return {
    ...presentProduct(row),
    mrp,
    ...(row.cost_paise !== null && { cost: toRupees(row.cost_paise) }),
    ...(row.needs_declarations && { needsDeclarations: true }),
    details: presentDetails(details),
    detailsVersion,
    version,
    status,
    focus,
    createdAt: createdAt.toISOString(),
    ...(status !== 'on_sale' && { hiddenAs: status }),
    ...(publishAt !== null && { publishAt: publishAt.toISOString() }),
  }
}

export function presentPicture(row: ShownPicture): ProductPicture {
  return { image: imagePath(row.image_key), backdrop: row.placeholder_color, alt: row.alt }
}

export function presentAdminPicture(row: ShownPicture & { readonly id: string }): AdminPicture {
  return { ...presentPicture(row), _id: row.id, focus: parseImageKey(row.image_key).focus }
}
