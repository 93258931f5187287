import { type Selectable, sql } from 'kysely'
import type { Size } from '#contract/business.ts'
import type { StockCause } from '#contract/products.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Tables, Transaction } from '../database/schema.ts'
import { type SizeStock, type StockItem, sumByStock } from './size-rules.ts'

const snapshotColumns = ['id', 'name', 'image_key', 'price_paise', 'stock', 'deleted_at', 'hidden_as'] as const

/** A locked product. */
export type ProductSnapshot = Pick<Selectable<Tables['products']>, (typeof snapshotColumns)[number]> & {
  readonly sizeStock: SizeStock | null
}

export type LockedProducts = ReadonlyMap<string, ProductSnapshot>

/** Locks products in id order and then their sizes, so that transactions with the same products cannot deadlock. Unknown ids are omitted. */
export async function lockProducts({ trx, ids }: { trx: Transaction; ids: Iterable<string> }): Promise<Map<string, ProductSnapshot>> {
  const validIds = [...new Set(ids)].filter(isUuid)
  if (validIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('products')
    .select([...snapshotColumns, 'has_sizes'])
    .where('id', 'in', validIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  const sizes = await lockSizes({ trx, ids: rows.filter((row) => row.has_sizes).map((row) => row.id) })
  return new Map(rows.map(({ has_sizes, ...row }) => [row.id, { ...row, sizeStock: has_sizes ? (sizes.get(row.id) ?? new Map()) : null }]))
}

/** The stock of each size by product, in the order in which the shop shows the sizes. */
async function lockSizes({ trx, ids }: { trx: Transaction; ids: readonly string[] }): Promise<Map<string, Map<Size, number>>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('product_sizes')
    .select(['product_id', 'size', 'position', 'stock'])
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('size')
    .forUpdate()
    .execute()
  const byProduct = Map.groupBy(
    rows.toSorted((a, b) => a.position - b.position),
    (row) => row.product_id,
  )
  return new Map([...byProduct].map(([id, sizes]) => [id, new Map(sizes.map(({ size, stock }) => [size, stock]))]))
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
  readonly items: readonly StockItem[]
  readonly context: StockContext
}

/** Takes stock of locked products. The database rejects a stock below zero. */
export async function takeStock({ products, ...change }: StockChange & { products: LockedProducts }): Promise<void> {
  await changeStock({ ...change, products, direction: -1 })
}

/** Returns stock. Locks the products first. A size that its product no longer has is added to it. */
export async function returnStock(change: StockChange): Promise<void> {
  const products = await lockProducts({ trx: change.trx, ids: change.items.map((item) => item.productId) })
  await changeStock({ ...change, products, direction: 1 })
}

/** Sets what the triggers write into the stock ledger until the transaction ends. */
export async function setStockContext({ trx, context }: { trx: Transaction; context: StockContext }): Promise<void> {
  const { cause, actorId, reference, note } = context
  await sql`
    select set_config('shop.cause', ${cause}, true), set_config('shop.actor', ${actorId ?? ''}, true),
      set_config('shop.reference', ${reference ?? ''}, true), set_config('shop.note', ${note ?? ''}, true)
  `.execute(trx)
}

async function changeStock({ trx, products, items, context, direction }: StockChange & { products: LockedProducts; direction: 1 | -1 }) {
  const sums = sumByStock({ items, products })
  if (sums.length === 0) return
  await setStockContext({ trx, context })
  const changes = Object.fromEntries(
    sums.flatMap(({ productId, size, quantity }) => (size === null ? [[productId, quantity * direction]] : [])),
  )
  const ids = Object.keys(changes)
  if (ids.length > 0) {
    await trx
      .updateTable('products')
      .set({ stock: sql<number>`stock + (${JSON.stringify(changes)}::jsonb ->> id::text)::int` })
      .where('id', 'in', ids)
      .execute()
  }
  const bySize = sums.flatMap(({ productId, size, quantity }) => (size === null ? [] : [{ productId, size, change: quantity * direction }]))
  if (bySize.length > 0) await changeSizes({ trx, products, changes: bySize })
}

interface SizeChange {
  readonly productId: string
  readonly size: Size
  readonly change: number
}

/** A trigger keeps the stock of the product, which is the sum over its sizes. */
async function changeSizes({ trx, products, changes }: { trx: Transaction; products: LockedProducts; changes: readonly SizeChange[] }) {
  await sql`
    update product_sizes set stock = stock + changes.change
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as changes ("productId" uuid, size text, change int)
    where product_id = changes."productId" and product_sizes.size = changes.size
  `.execute(trx)
  const added = changes.filter(({ productId, size }) => !products.get(productId)?.sizeStock?.has(size))
  for (const { productId, size, change } of added) {
    const position = sql<number>`(select max(position) + 1 from product_sizes where product_id = ${productId})`
    await trx.insertInto('product_sizes').values({ product_id: productId, size, position, stock: change }).execute()
  }
}
