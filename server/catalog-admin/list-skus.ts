import { toRupees } from '#contract/kernel/money.ts'
import { notDeleted } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'

interface SkuQuery {
  readonly database: Database
  /** the last product that the reader has */
  readonly after?: string | undefined
  readonly limit: number
}

/** The products after one, in the order of their ids, with the SKUs of their sizes. */
export async function listSkus({ database, after, limit }: SkuQuery) {
  const rows = await database
    .selectFrom('products')
    .select(['id', 'name', 'status', 'price_paise', 'mrp_paise', 'stock'])
    .where(notDeleted)
    .$if(after !== undefined, (products) => products.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const ids = page.map(({ id }) => id)
  const sizes =
    ids.length === 0
      ? []
      : await database.selectFrom('product_sizes').selectAll().where('product_id', 'in', ids).orderBy('position').execute()
  const sizesOf = Map.groupBy(sizes, ({ product_id }) => product_id)
  const products = page.map(({ id, status, price_paise: price, mrp_paise: mrp, ...product }) => ({
    ...product,
    _id: id,
    // Deleted products are left out.
    status: status as Exclude<typeof status, 'deleted'>,
    price: toRupees(price),
    mrp: mrp === null ? null : toRupees(mrp),
    sizes: (sizesOf.get(id) ?? []).map(({ size, stock, sku, barcode, shelf }) => ({
      size,
      stock,
      sku: sku ?? '',
      barcode: barcode ?? '',
      shelf: shelf ?? '',
    })),
  }))
  return { products, hasMore: rows.length > limit }
}
