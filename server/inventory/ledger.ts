import { sql } from 'kysely'
import type { StockMovement } from '#contract/products.ts'
import type { Database } from '../database/schema.ts'

const maxMovements = 50

interface MovementRow extends Omit<StockMovement, '_id' | 'order' | 'movedAt'> {
  id: number
  order_id: string | null
  number: string | null
  moved_at: Date
}

/** The newest stock movements of a product, newest first. */
export async function readMovements({ database, productId }: { database: Database; productId: string }): Promise<StockMovement[]> {
  const { rows } = await sql<MovementRow>`
    select movement.id, change, stock_after as "stockAfter", cause, users.name as actor, orders.id as order_id, orders.number, note, moved_at
    from (select * from stock_movements where product_id = ${productId} order by id desc limit ${maxMovements}) as movement
    left join users on users.id = actor_id
    -- A hold refers to its payment, which may have become an order.
    left join payments on payments.id = reference
    left join orders on orders.id = coalesce(payments.order_id, reference)
    order by movement.id desc
  `.execute(database)
  return rows.map(({ id, order_id, number, moved_at, ...row }) => {
    const order = order_id && number ? { _id: order_id, number } : null
    return { ...row, _id: String(id), order, movedAt: moved_at.toISOString() }
  })
}

interface Drifts {
  /** how many products there are */
  readonly products: number
  /** `ledger` is the sum of the product's movements */
  readonly drifts: readonly { readonly id: string; readonly name: string; readonly stock: number; readonly ledger: number }[]
}

/** Finds products whose stock differs from the sum of their movements. One statement, so that it sees one snapshot. */
export async function findDrift({ database }: { database: Database }): Promise<Drifts> {
  const { rows } = await sql<Drifts>`
    with sums as (select product_id, sum(change)::int as ledger from stock_movements group by product_id),
    stocks as (select id, name, stock, coalesce(ledger, 0) as ledger from products left join sums on product_id = id)
    select count(*)::int as products,
      coalesce(json_agg(stocks order by name, id) filter (where stock <> ledger), '[]') as drifts
    from stocks
  `.execute(database)
  return rows[0] ?? { products: 0, drifts: [] }
}
