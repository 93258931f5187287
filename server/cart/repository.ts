import { CompiledQuery, sql, type Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import type { Size } from '#contract/business.ts'
import { quantities } from '#contract/business.ts'
import type { CartLine } from '#contract/cart.ts'

import { type Paise, toRupees } from '#contract/money.ts'
import { readTogether } from '../database/read-together.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Tables } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { imagePath } from '../products/present.ts'
import { isId } from '../products/repository.ts'
import { findLineProblem } from './rules.ts'

/** How a line without a size is written in the table. */
export const writeSize = (size: Size | null | undefined): Size | '' => size ?? ''

export interface LineKey {
  readonly userId: string
  readonly productId: string
  readonly size: Size | null
}

interface CartRow {
  readonly user_id: string
  readonly product_id: string
  readonly size: Size | ''
  readonly quantity: number
  readonly seen_paise: Paise
  readonly name: string
  readonly image_key: string
  readonly backdrop: string
  readonly price_paise: Paise
  readonly deleted_at: Date | null
  readonly stock: number
  /** of this product in this cart, all sizes together */
  readonly pieces: number
}

/** What an unpaid card checkout of the shopper's own holds is still theirs to order. */
const cartsStatement = `
  select cart_lines.user_id, cart_lines.product_id, size, quantity, seen_paise, name, image_key, backdrop, price_paise, deleted_at,
    stock + coalesce(held_pieces.pieces, 0) as stock,
    sum(quantity) over (partition by cart_lines.user_id, cart_lines.product_id) as pieces
  from cart_lines
    join products on products.id = cart_lines.product_id
    left join held_pieces on held_pieces.user_id = cart_lines.user_id and held_pieces.product_id = cart_lines.product_id
  where cart_lines.user_id = any(array(select id::uuid from json_array_elements_text($1::json) as asked (id)))
  order by added_at, cart_lines.product_id, size`

const readRows = readTogether<string, CartRow[]>(async ({ database, keys }) => {
  const { rows } = await database.executeQuery(CompiledQuery.raw(cartsStatement, [JSON.stringify(keys)]) as CompiledQuery<CartRow>)
  return keys.map((userId) => rows.filter((row) => row.user_id === userId))
})

/** A shopper's cart in the order it was filled, each line with what has become of its product. */
export async function readCart({ database, userId }: { database: Database; userId: string }): Promise<CartLine[]> {
  const rows = await readRows({ database, key: userId })
  return rows.map((row) => ({
    product: {
      _id: row.product_id,
      name: row.name,
      image: imagePath(row.image_key),
      backdrop: row.backdrop,
      price: toRupees(row.price_paise),
      stock: row.stock,
    },
    size: row.size === '' ? null : row.size,
    quantity: row.quantity,
    ...findLineProblem({
      name: row.name,
      stock: row.stock,
      deleted: row.deleted_at !== null,
      quantity: row.quantity,
      pieces: row.pieces,
      price: row.price_paise,
      seenPrice: row.seen_paise,
    }),
  }))
}

/** Runs `work` while no other request changes this shopper's cart, so that parallel changes never lose one. */
export async function withCartLock<Result>({
  database,
  userId,
  work,
}: {
  database: Database
  userId: string
  work: (trx: Transaction<Tables>) => Promise<Result>
}): Promise<Result> {
  return retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
      return work(trx)
    }),
  )
}

/** A product as this shopper may order it: with what their own unpaid card checkout holds. */
export interface ProductForCart {
  readonly id: string
  readonly name: string
  readonly price: Paise
  readonly stock: number
  readonly deleted: boolean
}

export async function findProductForCart({
  trx,
  userId,
  productId,
}: {
  trx: Transaction<Tables>
  userId: string
  productId: string
}): Promise<ProductForCart | undefined> {
  const found = await findProductsForCart({ trx, userId, productIds: [productId] })
  return found.get(productId.toLowerCase())
}

/** Several at once, by id in small letters; what is no product is not among them. */
export async function findProductsForCart({
  trx,
  userId,
  productIds,
}: {
  trx: Transaction<Tables>
  userId: string
  productIds: readonly string[]
}): Promise<Map<string, ProductForCart>> {
  const ids = productIds.filter(isId)
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('products')
    .leftJoin('held_pieces', (join) => join.onRef('product_id', '=', 'id').on('user_id', '=', userId))
    .select(['id', 'name', 'price_paise', 'deleted_at'])
    .select(sql<number>`stock + coalesce(pieces, 0)`.as('stock'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map((row) => [row.id, { id: row.id, name: row.name, price: row.price_paise, stock: row.stock, deleted: row.deleted_at !== null }]),
  )
}

/** Pieces of a product in the cart by size; a line without a size is under ''. */
export async function readPieces({
  trx,
  userId,
  productId,
}: {
  trx: Transaction<Tables>
  userId: string
  productId: string
}): Promise<Map<Size | '', number>> {
  const rows = await trx
    .selectFrom('cart_lines')
    .select(['size', 'quantity'])
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .execute()
  return new Map(rows.map((row) => [row.size, row.quantity]))
}

/** The same of every product in the cart, by its id. */
export async function readAllPieces({ trx, userId }: { trx: Transaction<Tables>; userId: string }) {
  const rows = await trx.selectFrom('cart_lines').select(['product_id', 'size', 'quantity']).where('user_id', '=', userId).execute()
  const all = new Map<string, Map<Size | '', number>>()
  for (const { product_id, size, quantity } of rows) all.set(product_id, (all.get(product_id) ?? new Map()).set(size, quantity))
  return all
}

/** Refuses (409) more pieces than there are, counted over all sizes. */
export function refuseTooMany({ product, pieces }: { product: ProductForCart; pieces: number }): void {
  if (product.stock === 0) throw new AppError('sold_out', { name: product.name })
  if (pieces > product.stock) throw new AppError('not_enough_stock', { left: product.stock, name: product.name })
}

export interface CartLineDraft {
  readonly key: LineKey
  readonly quantity: number
  readonly price: Paise
}

/**
 * Sets lines, each of its own product and size, to a quantity and notes that their price of today was seen. New lines lock
 * their products against removal one after another: in the order of their ids, as orders do, so that neither waits in a circle.
 */
export async function writeLines({ trx, lines }: { trx: Transaction<Tables>; lines: readonly CartLineDraft[] }): Promise<void> {
  if (lines.length === 0) return
  const inOrder = lines.toSorted((one, other) => (one.key.productId < other.key.productId ? -1 : 1))
  await trx
    .insertInto('cart_lines')
    .values(
      inOrder.map(({ key, quantity, price }) => ({
        user_id: key.userId,
        product_id: key.productId,
        size: writeSize(key.size),
        quantity: Math.min(quantity, quantities.max),
        seen_paise: price,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'product_id', 'size'])
        .doUpdateSet((eb) => ({ quantity: eb.ref('excluded.quantity'), seen_paise: eb.ref('excluded.seen_paise') })),
    )
    .execute()
}

export async function deleteLine({ trx, key }: { trx: Transaction<Tables>; key: LineKey }): Promise<void> {
  if (!isId(key.productId)) return
  await trx
    .deleteFrom('cart_lines')
    .where('user_id', '=', key.userId)
    .where('product_id', '=', key.productId)
    .where('size', '=', writeSize(key.size))
    .execute()
}

export async function findAddress({ database, userId }: { database: Database; userId: string }): Promise<SavedAddress | null> {
  const row = await database.selectFrom('delivery_addresses').select('address').where('user_id', '=', userId).executeTakeFirst()
  return row?.address ?? null
}

export async function saveAddress({
  database,
  userId,
  address,
}: {
  database: Database
  userId: string
  address: SavedAddress
}): Promise<void> {
  await database
    .insertInto('delivery_addresses')
    .values({ user_id: userId, address: JSON.stringify(address) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((eb) => ({ address: eb.ref('excluded.address') })))
    .execute()
}

export async function deleteAddress({ database, userId }: { database: Database; userId: string }): Promise<void> {
  await database.deleteFrom('delivery_addresses').where('user_id', '=', userId).execute()
}
