import { type Selectable, sql } from 'kysely'
import type { Product } from '#contract/catalog/products.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import type { StockCause } from '#contract/inventory/stock.ts'
import type { Size } from '#contract/kernel/business.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Tables, Transaction } from '../database/schema.ts'
import { type SizeStock, type StockItem, sumByStock } from './size-rules.ts'

const snapshotColumns = ['id', 'name', 'image_key', 'price_paise', 'stock', 'status'] as const

/** A locked product. */
export type ProductSnapshot = Pick<Selectable<Tables['products']>, (typeof snapshotColumns)[number]> & {
  readonly sizeStock: SizeStock | null
  /** until it leaves, of a product that is made to order */
  readonly dispatch_days?: number | null
  /** the day from which a pre-order leaves */
  readonly available_from?: string | null
  readonly returnRule: ReturnRule
}

export type LockedProducts = ReadonlyMap<string, ProductSnapshot>

/** Locks products in id order and then their sizes, so that transactions with the same products cannot deadlock. Unknown ids are omitted. */
export async function lockProducts({ trx, ids }: { trx: Transaction; ids: Iterable<string> }): Promise<Map<string, ProductSnapshot>> {
  const validIds = [...new Set(ids)].filter(isUuid)
  if (validIds.length === 0) return new Map()
  const locked = trx
    .selectFrom('products')
    .select([...snapshotColumns, 'has_sizes'])
    .select(sql<number | null>`find_dispatch_days(details)`.as('dispatch_days'))
    .select(sql<string | null>`find_available_from(details)::text`.as('available_from'))
    .where('id', 'in', validIds)
    .orderBy('id')
    .forUpdate()
  const rows = await trx
    .selectFrom(locked.as('locked'))
    .select([...snapshotColumns, 'dispatch_days', 'available_from'])
    // In the order in which the shop shows them.
    .select(sql<NonNullable<Product['sizeStock']> | null>`case when has_sizes then lock_sizes(id) end`.as('sizes'))
    .select(sql<ReturnRule>`find_return_rule(id)`.as('returnRule'))
    .execute()
  return new Map(
    rows.map(({ sizes, ...row }) => [row.id, { ...row, sizeStock: sizes && new Map(sizes.map(({ size, stock }) => [size, stock])) }]),
  )
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
const selectContext = ({ cause, actorId, reference, note }: StockContext) => sql`
  select set_config('shop.cause', ${cause}, true), set_config('shop.actor', ${actorId ?? ''}, true),
    set_config('shop.reference', ${reference ?? ''}, true), set_config('shop.note', ${note ?? ''}, true)`

export async function setStockContext({ trx, context }: { trx: Transaction; context: StockContext }): Promise<void> {
  await selectContext(context).execute(trx)
}

async function changeStock({ trx, products, items, context, direction }: StockChange & { products: LockedProducts; direction: 1 | -1 }) {
  const changes = sumByStock({ items, products }).map(({ productId, size, quantity }) => ({
    productId,
    size,
    change: quantity * direction,
  }))
  const bySize = changes.flatMap(({ size, ...change }) => (size === null ? [] : [{ ...change, size }]))
  const whole = changes.filter(({ size }) => size === null)
  if (whole.length > 0) {
    await sql`
      update products set stock = stock + change from ${joinChanges({ changes: whole, context })} where id = changes.product_id
    `.execute(trx)
  }
  if (bySize.length > 0) await changeSizes({ trx, products, changes: bySize, context })
}

interface Change {
  readonly productId: string
  readonly size: Size | null
  readonly change: number
}

/** Changes as a table. The triggers on the changed rows run after the statement, with this context. */
const joinChanges = ({ changes, context }: { changes: readonly Change[]; context: StockContext }) => sql`
  (values ${sql.join(changes.map(({ productId, size, change }) => sql`(${productId}::uuid, ${size}::text, ${change}::int)`))})
    as changes (product_id, size, change),
  (${selectContext(context)}) as context`

interface SizesChange {
  readonly trx: Transaction
  readonly products: LockedProducts
  readonly changes: readonly (Change & { readonly size: Size })[]
  readonly context: StockContext
}

/** A trigger keeps the stock of the product, which is the sum over its sizes. */
async function changeSizes({ trx, products, changes, context }: SizesChange) {
  await sql`
    update product_sizes set stock = stock + change from ${joinChanges({ changes, context })}
    where product_sizes.product_id = changes.product_id and product_sizes.size = changes.size
  `.execute(trx)
  const added = changes.filter(({ productId, size }) => !products.get(productId)?.sizeStock?.has(size))
  for (const { productId, size, change } of added) {
    // Administrators read it in the ledger, because the size is offered again.
    await setStockContext({ trx, context: { note: `Size ${size} had been removed or renamed and is offered again.`, ...context } })
    const position = sql<number>`(select max(position) + 1 from product_sizes where product_id = ${productId})`
    await trx.insertInto('product_sizes').values({ product_id: productId, size, position, stock: change }).execute()
  }
}
