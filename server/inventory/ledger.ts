import { sql } from 'kysely'
import type { StockMovement } from '#contract/inventory/stock.ts'
import { quantities, type Size } from '#contract/kernel/business.ts'
import type { Database } from '../database/schema.ts'

const maxMovements = 50

interface MovementRow extends Omit<StockMovement, '_id' | 'order' | 'movedAt'> {
  id: number
  order_id: string | null
  number: string | null
  reference: string | null
  moved_at: Date
}

/** The newest stock movements of a product, newest first. */
export async function readMovements({ database, productId }: { database: Database; productId: string }): Promise<StockMovement[]> {
  const { rows } = await sql<MovementRow>`
    select movement.id, size, reference, change, stock_after as "stockAfter", cause, users.name as actor, orders.id as order_id, orders.number, note, moved_at
    from (select * from stock_movements where product_id = ${productId} order by id desc limit ${maxMovements}) as movement
    left join users on users.id = actor_id
    -- A hold refers to its payment or its exchange, which may have become an order.
    left join payments on payments.id = reference
    left join orders as exchange on exchange_return_id = reference
    left join orders on orders.id = coalesce(payments.order_id, exchange.id, reference)
    order by movement.id desc
  `.execute(database)
  // A release is newer than its hold, so it is among the rows, too. A late payment may hold again after it.
  const isReleased = (hold: MovementRow, index: number) =>
    rows.slice(0, index).some(({ cause, reference, size }) => cause === 'release' && reference === hold.reference && size === hold.size)
  return rows.map((movement, index) => {
    const { id, order_id, number, reference, moved_at, ...row } = movement
    const order = order_id && number ? { _id: order_id, number } : null
    const isSold = row.cause === 'hold' && order !== null && !isReleased(movement, index)
    return { ...row, _id: String(id), order, ...(isSold && { isSold }), movedAt: moved_at.toISOString() }
  })
}

interface Drifts {
  /** how many products there are */
  readonly products: number
  /** `ledger` is the sum of the movements of the product, or of one of its sizes */
  readonly drifts: readonly {
    readonly id: string
    readonly name: string
    readonly size: Size | null
    readonly stock: number
    readonly ledger: number
  }[]
  /** products whose stock is not the sum over their sizes */
  readonly sums: readonly { readonly id: string; readonly name: string; readonly stock: number; readonly sizes: number }[]
  /** products whose `low_stock` is not their stock, or null above the limit */
  readonly lows: readonly { readonly id: string; readonly name: string; readonly stock: number; readonly low: number | null }[]
}

/** Finds stock that differs from the sum of its movements, from its sizes, or from what is kept of stock that is low. One statement, so that it sees one snapshot. */
export async function findDrift({ database }: { database: Database }): Promise<Drifts> {
  const { rows } = await sql<Drifts>`
    with ledgers as (
      select product_id, coalesce(size, '') as size, sum(change)::int as ledger from stock_movements group by 1, 2
    ),
    stocks as (
      select id as product_id, '' as size, case when has_sizes then 0 else stock end as stock from products
      union all select product_id, size, stock from product_sizes
    ),
    drifts as (
      select products.id, name, nullif(size, '') as size, coalesce(stocks.stock, 0) as stock, coalesce(ledger, 0) as ledger
      from stocks full join ledgers using (product_id, size) join products on products.id = product_id
      where coalesce(stocks.stock, 0) <> coalesce(ledger, 0)
    ),
    sums as (
      select id, name, products.stock, coalesce(sum(product_sizes.stock), 0)::int as sizes
      from products left join product_sizes on product_id = id
      group by id having has_sizes <> (count(product_id) > 0) or (has_sizes and products.stock <> sum(product_sizes.stock))
    )
    select (select count(*)::int from products) as products,
      (select coalesce(json_agg(drifts order by name, id, size), '[]') from drifts) as drifts,
      (select coalesce(json_agg(sums order by name, id), '[]') from sums) as sums,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'stock', stock, 'low', low_stock) order by name, id), '[]') from products
        where low_stock is distinct from case when stock <= ${quantities.lowStock} then stock end) as lows
  `.execute(database)
  return rows[0] ?? { products: 0, drifts: [], sums: [], lows: [] }
}
