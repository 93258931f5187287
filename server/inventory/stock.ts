import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Paise } from '#contract/money.ts'
import type { StockCause } from '#contract/products.ts'
import { inArray } from '../database/in-array.ts'
import { readTogether } from '../database/read-together.ts'
import type { Tables } from '../database/schema.ts'
import { isId } from '../products/repository.ts'

/** A product as it stands at the moment of ordering. */
export interface ProductSnapshot {
  readonly id: string
  readonly name: string
  readonly image_key: string
  readonly price_paise: Paise
  readonly stock: number
  readonly deleted_at: Date | null
}

/** Product id → pieces. */
export type QuantityByProduct = ReadonlyMap<string, number>

const read = sql`select id, name, image_key, price_paise, stock, deleted_at from products`

/** A product as it stands, not locked: by the time that it is ordered it may be another. Undefined when there never was one. */
export const readProductSnapshot = readTogether<string, ProductSnapshot | undefined>(async ({ database, keys }) => {
  const { rows } = await sql<ProductSnapshot>`${read} where id = ${inArray(keys.filter(isId))}`.execute(database)
  const found = new Map(rows.map((row) => [row.id, row]))
  return keys.map((id) => found.get(id))
})

/** Locks products in the order of their ids, so that two carts with the same products cannot wait for each other. */
export async function lockProducts({
  trx,
  ids,
}: {
  trx: Transaction<Tables>
  ids: Iterable<string>
}): Promise<Map<string, ProductSnapshot>> {
  const known = [...new Set(ids)].filter(isId)
  const { rows } = await sql<ProductSnapshot>`${read} where id = ${inArray(known)} order by id for update`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why a stock moves, for its ledger. */
export interface StockContext {
  readonly cause: StockCause
  /** who does it; null for a guest and for the shop itself */
  readonly actorId: string | null
  /** the order, or the payment that holds the pieces */
  readonly reference: string | null
  readonly note?: string
}

interface StockChange {
  readonly trx: Transaction<Tables>
  readonly quantities: QuantityByProduct
  readonly context: StockContext
}

/** Takes pieces of locked products. The database refuses to go below zero. */
export async function takeStock(change: StockChange): Promise<void> {
  await changeStock({ ...change, direction: -1 })
}

/** Gives pieces back; locks the products first. */
export async function returnStock(change: StockChange): Promise<void> {
  await lockProducts({ trx: change.trx, ids: change.quantities.keys() })
  await changeStock({ ...change, direction: 1 })
}

/** What the ledger, which the database writes, notes of the moves in this transaction: settings that end with it. */
export const setStockContext = ({ cause, actorId, note = '' }: Omit<StockContext, 'reference'>, reference: RawBuilder<string>) => sql`
  set_config('shop.cause', ${cause}, true), set_config('shop.actor', ${actorId ?? ''}, true),
  set_config('shop.reference', ${reference}, true), set_config('shop.note', ${note}, true)`

async function changeStock({ trx, quantities, direction, context }: StockChange & { direction: 1 | -1 }): Promise<void> {
  const changes = [...quantities].map(([id, quantity]) => ({ id, quantity: quantity * direction }))
  await sql`
    with told as materialized (select ${setStockContext(context, sql`${context.reference ?? ''}`)})
    update products set stock = stock + (
      select quantity from json_to_recordset(${JSON.stringify(changes)}::json) as changes (id uuid, quantity int) where changes.id = products.id
    )
    from told where products.id = ${inArray([...quantities.keys()])}
  `.execute(trx)
}
