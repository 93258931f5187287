import { sql } from 'kysely'
import type { StockCause, StockMovement } from '#contract/products.ts'
import type { Database } from '../database/schema.ts'

const maxMovements = 50

/** The newest stock movements of a product, newest first. */
export async function readMovements({ database, productId }: { database: Database; productId: string }): Promise<StockMovement[]> {
  const { rows } = await sql<{
    id: number
    change: number
    stock_after: number
    cause: StockCause
    actor: string | null
    order_id: string | null
    number: string | null
    note: string | null
    moved_at: Date
  }>`
    select movement.id, change, stock_after, cause, users.name as actor, orders.id as order_id, orders.number, note, moved_at
    from (select * from stock_movements where product_id = ${productId} order by id desc limit ${maxMovements}) as movement
    left join users on users.id = actor_id
    -- A hold refers to its payment, which may have become an order.
    left join payments on payments.id = reference
    left join orders on orders.id = coalesce(payments.order_id, reference)
    order by movement.id desc
  `.execute(database)
  return rows.map((row) => ({
    _id: String(row.id),
    change: row.change,
    stockAfter: row.stock_after,
    cause: row.cause,
    actor: row.actor,
    order: row.order_id && row.number ? { _id: row.order_id, number: row.number } : null,
    note: row.note,
    movedAt: row.moved_at.toISOString(),
  }))
}

export interface Drift {
  readonly id: string
  readonly name: string
  readonly stock: number
  /** the sum of its movements */
  readonly ledger: number
}

export interface Drifts {
  readonly products: number
  readonly drifts: Drift[]
}

/** Finds products whose stock differs from the sum of their movements. */
export async function findDrift({ database }: { database: Database }): Promise<Drifts> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => readDrift({ trx }))
}

/** The same in a transaction with a snapshot. */
export async function readDrift({ trx }: { trx: Database }): Promise<Drifts> {
  const { rows } = await sql<Drift>`
    select id, name, stock, coalesce(movements.quantity, 0)::int as ledger
    from products
    left join (select product_id, sum(change) as quantity from stock_movements group by product_id) as movements on product_id = id
    where stock <> coalesce(movements.quantity, 0) order by name, id
  `.execute(trx)
  const { products } = await trx
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('products'))
    .executeTakeFirstOrThrow()
  return { products: Number(products), drifts: rows }
}
