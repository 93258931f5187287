import { sql } from 'kysely'
import { confirmationLimits } from '#contract/kernel/limits/confirmation-limits.ts'
import type { Transaction } from '../../database/schema.ts'
import type { LockedProducts } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import { type OrderItem, sumItems } from '../order/rules.ts'
import { listCountedKeys, type SourceKeys, type Trust } from './order-source.ts'

/** A source may always have this many items of a product, also when few are left. */
export const minShare = 3

interface ProductCheck {
  readonly trx: Transaction
  readonly keys: SourceKeys
  readonly trust: Trust
  readonly items: readonly OrderItem[]
  /** locked, so that orders of the same source at the same moment see each other */
  readonly products: LockedProducts
  /** of the items of a product */
  readonly maxPercent: number
  readonly hasCardPayment: boolean
}

/**
 * Why this order would give its source too much of a product, together with what the source has ordered in the last day to pay on
 * delivery and nobody of the shop has confirmed; undefined when it does not. A first order of usual size is always possible.
 */
export async function findProductError({ trx, keys, trust, items, products, maxPercent, hasCardPayment }: ProductCheck) {
  if (maxPercent >= 100) return undefined
  const ordered = await sumOpenItems({ trx, keys, trust })
  if (ordered.size === 0 && sumItems(items) <= confirmationLimits.maxItems) return undefined
  for (const [id, { name, stock }] of products) {
    const before = ordered.get(id) ?? 0
    const max = Math.max(minShare, Math.floor(((stock + before) * maxPercent) / 100))
    const added = sumItems(items.filter(({ productId }) => productId === id))
    if (before + added > max) return new AppError('cod_product_limit_reached', { name, left: Math.max(0, max - before), hasCardPayment })
  }
}

/** The items of each product in the open orders of a source. The limits of a day keep these orders few. */
async function sumOpenItems({ trx, ...source }: Pick<ProductCheck, 'trx' | 'keys' | 'trust'>): Promise<Map<string, number>> {
  const { rows } = await sql<{ productId: string; quantity: number }>`
    select product_id as "productId", sum(quantity)::int as quantity
    from order_sources
      join orders on orders.id = order_sources.order_id
      join order_lines on order_lines.order_id = orders.id
    where keys && ${listCountedKeys(source)} and (status = 'Placed' or (status = 'Confirmed' and confirmed_by_link and paid_paise = 0))
    group by product_id
  `.execute(trx)
  return new Map(rows.map(({ productId, quantity }) => [productId, quantity]))
}
