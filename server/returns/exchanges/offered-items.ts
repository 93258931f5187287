import { sql } from 'kysely'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import { sizes } from '#contract/kernel/business.ts'
import type { OfferedItem } from '#contract/returns/returns.ts'
import { imagePath, presentReturnRule } from '../../catalog/product/product-row.ts'
import type { Database } from '../../database/schema.ts'
import type { OrderLine } from '../../orders/order/repository.ts'

interface OfferedRow {
  /** the product that was ordered */
  readonly orderedId: string
  readonly id: string
  readonly name: string
  readonly imageKey: string
  readonly stock: number
  readonly returnRule: ReturnRule
  readonly sizeStock: readonly { readonly size: string; readonly stock: number }[] | null
}

/** The products on sale that can replace these products: themselves, and other colours of their style that cost the same now. */
async function listOfferedProducts({ database, ids }: { database: Database; ids: readonly string[] }): Promise<OfferedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<OfferedRow>`
    with pairs as (
      select id as ordered, id as offered, 0 as rank from products where id = any(${[...ids]}::uuid[])
      union all
      select ordered.id, offered.id, 1 from products as ordered join products as offered
        on offered.details ->> 'style' = ordered.details ->> 'style' and offered.id <> ordered.id and offered.price_paise = ordered.price_paise
      where ordered.id = any(${[...ids]}::uuid[]) and ordered.details ->> 'colour' is not null and offered.details ->> 'colour' is not null
    )
    select ordered as "orderedId", products.id, name, image_key as "imageKey", stock, find_return_rule(products.id) as "returnRule",
    case when has_sizes then (
      select json_agg(json_build_object('size', size, 'stock', product_sizes.stock) order by position) from product_sizes
      where product_sizes.product_id = products.id
    ) end as "sizeStock"
    from pairs join products on products.id = offered where status = 'on_sale' order by rank, name, products.id
  `.execute(database)
  return rows
}

/** What each line can be exchanged for: other sizes of its product, and the sizes of other colours, also those that are sold out. */
export async function listOfferedItems({
  database,
  lines,
}: {
  database: Database
  lines: readonly Pick<OrderLine, 'line' | 'productId' | 'size'>[]
}): Promise<Map<number, OfferedItem[]>> {
  const products = await listOfferedProducts({ database, ids: [...new Set(lines.map(({ productId }) => productId))] })
  return new Map(
    lines.map(({ line, productId, size: ordered }) => {
      const offered = products.filter(({ orderedId }) => orderedId === productId).flatMap(toItems)
      return [line, offered.filter(({ product, size }) => product !== productId || size !== ordered)]
    }),
  )
}

function toItems({ id, name, imageKey, stock, sizeStock, returnRule }: OfferedRow): OfferedItem[] {
  const bySize = sizeStock ?? sizes.map((size) => ({ size, stock }))
  return bySize.map((each) => ({ product: id, name, image: imagePath(imageKey), ...each, ...presentReturnRule(returnRule) }))
}
