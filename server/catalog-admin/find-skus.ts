import type { Size } from '#contract/kernel/business.ts'
import type { Paise } from '#contract/kernel/money.ts'
import { isUuid } from '../database/is-uuid.ts'
import { notDeleted } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'

/** What a SKU names: a size, or a product with one stock by its id. */
export interface SkuTarget {
  readonly productId: string
  readonly size: Size | null
  /** as the shop writes it; null for a product with one stock, which has none */
  readonly sku: string | null
  readonly stock: number
  readonly price: Paise
  readonly mrp: Paise | null
}

/**
 * Returns a function that finds the size of a SKU: as it is written, or in other letters when only one size has it so. The id of a product
 * with one stock stands for a SKU, because it has none. That function throws an AppError (400, 404 or 409) for what it does not find.
 */
export async function findSkus({ database, skus }: { database: Database; skus: readonly string[] }): Promise<(sku: string) => SkuTarget> {
  const lowered = skus.map((sku) => sku.toLowerCase())
  const sizes = skus.length === 0 ? [] : await findSizes({ database, skus, lowered })
  const bySku = new Map(sizes.map((row) => [row.sku, row]))
  const byLowered = Map.groupBy(sizes, ({ sku }) => sku?.toLowerCase())
  const products = await findProducts({ database, ids: lowered.filter(isUuid) })
  return (sku) => {
    const [found, other] = byLowered.get(sku.toLowerCase()) ?? []
    const exact = bySku.get(sku)
    if (!exact && other) throw new AppError('sku_ambiguous', { sku })
    const target = exact ?? found ?? products.get(sku.toLowerCase())
    if (!target) throw new AppError('sku_unknown', { sku })
    return target
  }
}

const findSizes = ({ database, skus, lowered }: { database: Database; skus: readonly string[]; lowered: readonly string[] }) =>
  database
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_id as productId', 'size', 'sku', 'product_sizes.stock', 'price_paise as price', 'mrp_paise as mrp'])
    .where(({ eb, fn, or }) => or([eb('sku', 'in', skus), eb(fn<string>('lower', ['sku']), 'in', lowered)]))
    .execute()

async function findProducts({ database, ids }: { database: Database; ids: readonly string[] }): Promise<Map<string, SkuTarget>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('products')
    .select(['id as productId', 'stock', 'price_paise as price', 'mrp_paise as mrp'])
    .where('id', 'in', ids)
    .where(notDeleted)
    .execute()
  return new Map(rows.map((row) => [row.productId, { ...row, size: null, sku: null }]))
}
