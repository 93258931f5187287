import { sql, type Transaction } from 'kysely'
import type { Paise } from '#contract/money.ts'
import type { Tables } from '../database/tables.ts'
import { isId } from './store.ts'

/** A product as it stands at the moment of ordering. */
export interface ProductNow {
  readonly id: string
  readonly name: string
  readonly image_key: string
  readonly price_paise: Paise
  readonly stock: number
  readonly deleted_at: Date | null
}

/** Product id → pieces. */
export type Pieces = ReadonlyMap<string, number>

/** Locks products in the order of their ids, so that two carts with the same products cannot wait for each other. */
export async function lockProducts({ trx, ids }: { trx: Transaction<Tables>; ids: Iterable<string> }): Promise<Map<string, ProductNow>> {
  const known = [...new Set(ids)].filter(isId)
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'name', 'image_key', 'price_paise', 'stock', 'deleted_at'])
    .where('id', '=', sql<string>`any(${known}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Takes pieces of locked products. The database refuses to go below zero. */
export async function takeStock({ trx, pieces }: { trx: Transaction<Tables>; pieces: Pieces }): Promise<void> {
  await moveStock({ trx, pieces, direction: -1 })
}

/** Gives pieces back; locks the products first. */
export async function returnStock({ trx, pieces }: { trx: Transaction<Tables>; pieces: Pieces }): Promise<void> {
  await lockProducts({ trx, ids: pieces.keys() })
  await moveStock({ trx, pieces, direction: 1 })
}

async function moveStock({ trx, pieces, direction }: { trx: Transaction<Tables>; pieces: Pieces; direction: 1 | -1 }): Promise<void> {
  const steps = [...pieces.values()].map((count) => count * direction)
  await sql`
    update products set stock = stock + moved.pieces
    from unnest(${[...pieces.keys()]}::uuid[], ${steps}::int[]) as moved (id, pieces)
    where products.id = moved.id
  `.execute(trx)
}
