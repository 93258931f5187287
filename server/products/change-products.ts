import { sql } from 'kysely'
import type { Category } from '#contract/business.ts'
import type { Paise } from '#contract/money.ts'
import type { StockCause } from '#contract/products.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../database/idempotency.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { lockProducts, returnStock, takeStock } from '../inventory/stock.ts'
import { columns, type ProductRow } from './product-row.ts'
import { isId } from './repository.ts'

export interface ProductWords {
  readonly name: string
  readonly description: string
  readonly category: Category
  readonly price: Paise
}

interface Picture {
  readonly imageKey: string
  readonly backdrop: string
}

/** The most that the stock column is meant to hold. */
const mostStock = 1_000_000

/** Adds a product. The same key again answers with the product that it made. */
export async function addProduct({
  database,
  product,
  stock,
  picture,
  actorId,
  claim,
}: {
  database: Database
  product: ProductWords
  stock: number
  picture: Picture
  actorId: string
  claim: IdempotencyKey | undefined
}): Promise<string> {
  return database.transaction().execute(async (trx) => {
    const earlier = claim && (await claimKey<{ id: string }>({ trx, claim }))
    if (earlier) return earlier.id
    // For the ledger, which opens with the product.
    await sql`select set_config('shop.actor', ${actorId}, true)`.execute(trx)
    const { id } = await trx
      .insertInto('products')
      .values({ ...writeColumns(product), stock, image_key: picture.imageKey, backdrop: picture.backdrop })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (claim) await storeAnswer({ trx, claim, answer: { id } })
    return id
  })
}

function writeColumns({ name, description, category, price }: ProductWords) {
  return { name, description, category, price_paise: price }
}

/** Changes a product as its editor saw it. Throws `AppError`: 404 when it is gone, 409 when another editor was first. */
export async function changeProduct({
  database,
  id,
  version,
  product,
  picture,
}: {
  database: Database
  id: string
  version: number
  product: ProductWords
  picture: Picture | undefined
}): Promise<void> {
  const changed = await database
    .updateTable('products')
    .set({
      ...writeColumns(product),
      ...(picture && { image_key: picture.imageKey, backdrop: picture.backdrop }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 1n) return
  await requireProduct({ database, id })
  throw new AppError('product_changed')
}

/** Takes a product out of the shop at once. Orders keep their copy; carts show it as gone. */
export async function retireProduct({ database, id }: { database: Database; id: string }): Promise<void> {
  const retired = isId(id)
    ? await database
        .updateTable('products')
        .set({ deleted_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (retired?.numUpdatedRows !== 1n) throw new AppError('product_not_found')
}

export async function requireProduct({ database, id }: { database: Database; id: string }): Promise<ProductRow> {
  const row = isId(id)
    ? await database.selectFrom('products').select(columns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
    : undefined
  if (!row) throw new AppError('product_not_found')
  return row
}

export interface StockChange {
  readonly id: string
  readonly change: number
  readonly cause: StockCause
  readonly note: string
  readonly actorId: string
  readonly claim: IdempotencyKey | undefined
}

/** Adds pieces or takes them away, beside whatever is sold meanwhile. Throws `AppError` (409) when there are not that many. */
export async function correctStock({ database, stock }: { database: Database; stock: StockChange }): Promise<void> {
  const { change, cause, note, actorId, claim } = stock
  const id = stock.id.toLowerCase()
  await database.transaction().execute(async (trx) => {
    const earlier = claim && (await claimKey({ trx, claim }))
    if (earlier) return
    const now = (await lockProducts({ trx, ids: [id] })).get(id)
    if (!now || now.deleted_at) throw new AppError('product_not_found')
    if (now.stock + change < 0) throw new AppError('stock_below_zero')
    if (now.stock + change > mostStock) throw new AppError('stock_too_large')
    const move = change < 0 ? takeStock : returnStock
    await move({ trx, quantities: new Map([[id, Math.abs(change)]]), context: { cause, actorId, reference: null, note } })
    if (claim) await storeAnswer({ trx, claim, answer: { id } })
  })
}
