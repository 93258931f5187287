import { sql } from 'kysely'
import { onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import type { ProductRow, ShownRow } from '../product/product-row.ts'
import { findShown } from '../product/repository.ts'

const count = 4

/** Products of the same category in stock whose price is nearest. Reads a few products on both sides of the price by index. */
export async function findSimilar({ database, product }: { database: Database; product: ProductRow }): Promise<ShownRow[]> {
  const candidates = database
    .selectFrom('products')
    .select(['id', 'price_paise'])
    .where(onSale)
    .where('category', '=', product.category)
    .where('stock', '>', 0)
    .where('id', '<>', product.id)
    .limit(count)
  const { price_paise: price } = product
  const [dearer, cheaper] = await Promise.all([
    candidates.where('price_paise', '>=', price).orderBy('price_paise').orderBy('id').execute(),
    candidates.where('price_paise', '<', price).orderBy('price_paise', 'desc').orderBy(sql`id desc`).execute(),
  ])
  const nearest = [...dearer, ...cheaper]
    .toSorted((a, b) => Math.abs(a.price_paise - price) - Math.abs(b.price_paise - price))
    .slice(0, count)
    .map(({ id }) => id)
  return findShown({ database, ids: nearest })
}
