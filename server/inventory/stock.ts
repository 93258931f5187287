import { type Selectable, sql } from 'kysely'
import type { StockCause } from '#contract/products.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Tables, Transaction } from '../database/schema.ts'

/** The quantity of each product by its id. */
export type QuantityByProduct = ReadonlyMap<string, number>

const snapshotColumns = ['id', 'name', 'image_key', 'price_paise', 'stock', 'deleted_at'] as const

/** A locked product. */
export type ProductSnapshot = Pick<Selectable<Tables['products']>, (typeof snapshotColumns)[number]>

/** Locks products in id order, so that transactions with the same products cannot deadlock. Unknown ids are omitted. */
export async function lockProducts({ trx, ids }: { trx: Transaction; ids: Iterable<string> }): Promise<Map<string, ProductSnapshot>> {
  const validIds = [...new Set(ids)].filter(isUuid)
  if (validIds.length === 0) return new Map()
  const rows = await trx.selectFrom('products').select(snapshotColumns).where('id', 'in', validIds).orderBy('id').forUpdate().execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why the stock changes, for the stock ledger. */
export interface StockContext {
  readonly cause: StockCause
  /** null for a guest and for the shop itself */
  readonly actorId: string | null
  /** the order, or the payment that holds the stock */
  readonly reference: string | null
  readonly note?: string
}

interface StockChange {
  readonly trx: Transaction
  readonly quantities: QuantityByProduct
  readonly context: StockContext
}

/** Takes stock of locked products. The database rejects a stock below zero. */
export async function takeStock(change: StockChange): Promise<void> {
  await changeStock({ ...change, direction: -1 })
}

/** Returns stock. Locks the products first. */
export async function returnStock(change: StockChange): Promise<void> {
  await lockProducts({ trx: change.trx, ids: change.quantities.keys() })
  await changeStock({ ...change, direction: 1 })
}

async function changeStock({ trx, quantities, context, direction }: StockChange & { direction: 1 | -1 }): Promise<void> {
  if (quantities.size === 0) return
  const { cause, actorId, reference, note } = context
  // The trigger that writes the stock ledger reads these settings, which end with the transaction.
  await sql`
    select set_config('shop.cause', ${cause}, true), set_config('shop.actor', ${actorId ?? ''}, true),
      set_config('shop.reference', ${reference ?? ''}, true), set_config('shop.note', ${note ?? ''}, true)
  `.execute(trx)
  const changes = Object.fromEntries([...quantities].map(([id, quantity]) => [id, quantity * direction]))
  await trx
    .updateTable('products')
    .set({ stock: sql<number>`stock + (${JSON.stringify(changes)}::jsonb ->> id::text)::int` })
    .where('id', 'in', [...quantities.keys()])
    .execute()
}
