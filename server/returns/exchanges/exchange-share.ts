import { sql } from 'kysely'
import type { Transaction } from '../../database/schema.ts'
import type { StockItem } from '../../inventory/size-rules.ts'
import { sumItems } from '../../orders/order/rules.ts'
import { minShare } from '../../orders/placing/product-caps.ts'
import type { ReturnOrder } from '../read-order.ts'
import { readNewItems } from './new-items.ts'

interface ExchangeShare {
  readonly trx: Transaction
  readonly order: ReturnOrder
  /** the new items, whose products are locked */
  readonly items: readonly StockItem[]
  /** of the items of a product; 100 or more: no limit */
  readonly maxPercent: number
}

/**
 * Whether the new items of an exchange, together with those of the person's other exchanges whose items have not come back, are not too much of a
 * product to be held without a payment.
 */
export async function isWithinShare({ trx, order, items, maxPercent }: ExchangeShare): Promise<boolean> {
  if (maxPercent >= 100) return true
  const taken = await sumTaken({ trx, order })
  const products = await readNewItems({ database: trx, items })
  return [...products].every(([id, { stock }]) => {
    const before = taken.get(id) ?? 0
    const added = sumItems(items.filter(({ productId }) => productId === id))
    return before + added <= Math.max(minShare, Math.floor(((stock + before) * maxPercent) / 100))
  })
}

/** The pieces of each product that are held or sent for items of this account, phone or email address that have not come back. */
async function sumTaken({ trx, order: { row } }: Pick<ExchangeShare, 'trx' | 'order'>): Promise<Map<string, number>> {
  const { phone, email } = row.delivery_address
  const { rows } = await sql<{ productId: string; quantity: number }>`
    select new_product_id as "productId", sum(return_lines.quantity)::int as quantity
    from returns
      join return_lines on return_id = returns.id
      join orders on orders.id = returns.order_id
    where state in ('accepted', 'picked up') and new_product_id is not null
      and (user_id = ${row.user_id} or delivery_address ->> 'phone' = ${phone} or lower(delivery_address ->> 'email') = lower(nullif(${email}::text, '')))
    group by new_product_id
  `.execute(trx)
  return new Map(rows.map(({ productId, quantity }) => [productId, quantity]))
}
