import type { OfferedItem } from '#contract/returns/returns.ts'
import { returnRuleColumn, sizeStockColumn } from '../../catalog/product/product-row.ts'
import type { Database } from '../../database/schema.ts'
import type { StockItem } from '../../inventory/size-rules.ts'
import type { LockedProducts } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import { validateStock } from '../../orders/order/rules.ts'
import type { ReturnLine } from '../read-returns.ts'
import type { ChosenLine } from '../return-rules.ts'

/** A line of a return with the item that is sent for it. */
export type ExchangedLine = ChosenLine & { readonly newProduct?: string | undefined; readonly newSize?: string | null | undefined }

interface Choice {
  readonly line: ExchangedLine
  /** of the order */
  readonly name: string
  readonly offered: readonly OfferedItem[]
  /** that was ordered */
  readonly productId: string
}

/** The item that was chosen for a line. @throws AppError 409 for one that is not offered. */
export function findNewItem({ line: { newProduct, newSize, quantity }, name, offered, productId }: Choice): StockItem {
  const found = offered.find(({ product, size }) => product === (newProduct ?? productId) && size === newSize)
  if (!found) throw new AppError('exchange_item', { name })
  return { productId: found.product, size: found.size, quantity }
}

/** The new items of an exchange, in the quantities of its lines. */
export const listNewItems = (lines: readonly Pick<ReturnLine, 'new_product_id' | 'new_size' | 'quantity'>[]): StockItem[] =>
  lines.flatMap(({ new_product_id: productId, new_size: size, quantity }) =>
    productId === null || quantity === 0 ? [] : [{ productId, size, quantity }],
  )

/** The stock of the new items as it is now, without a lock. */
export async function readNewItems({ database, items }: { database: Database; items: readonly StockItem[] }): Promise<LockedProducts> {
  if (items.length === 0) return new Map()
  const rows = await database
    .selectFrom('products')
    .select(['id', 'name', 'image_key', 'price_paise', 'stock', 'status', sizeStockColumn, returnRuleColumn])
    .where(
      'id',
      'in',
      items.map(({ productId }) => productId),
    )
    .execute()
  return new Map(
    rows.map(({ sizeStock, ...row }) => [
      row.id,
      { ...row, sizeStock: sizeStock && new Map(sizeStock.map(({ size, stock }) => [size, stock])) },
    ]),
  )
}

/** The item that is sold out or no longer on sale, as an error; undefined when there is enough of each. */
export function findShortage({ items, products }: { items: readonly StockItem[]; products: LockedProducts }): AppError | undefined {
  const gone = items.find(({ productId }) => products.get(productId)?.status !== 'on_sale')
  if (gone) return new AppError('exchange_sold_out', { name: products.get(gone.productId)?.name ?? 'This item' })
  const violation = validateStock({ items, products })
  if (violation?.code !== 'sold_out') return violation
  const name = violation.message.replace(/ is sold out\.$/, '')
  return new AppError('exchange_sold_out', { name })
}
