import { sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import { presentSizes } from '../../catalog/product/product-row.ts'
import { requireProduct } from '../../catalog/product/repository.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { toMailbox } from '../../mail/mailbox.ts'
import { queueAccountMail } from '../../mail/outbox.ts'

interface RestockRequest {
  readonly database: Database
  readonly productId: string
  readonly size: string | undefined
  readonly email: string
  /** the signed-in shopper */
  readonly userId: string | undefined
}

/**
 * Stores that somebody waits for a product or one of its sizes: once for each mailbox. Queues a mail that asks for a confirmation, unless
 * the shopper has verified the address; returns whether that is so.
 * @throws AppError 404 for an unknown product.
 * @throws AppError 400 for a size that the product does not have.
 * @throws AppError 409 when it is in stock.
 */
export async function addRestockRequest({ database, productId, email, userId, ...requested }: RestockRequest): Promise<boolean> {
  const product = await requireProduct({ database, id: productId, condition: onSale })
  const { sizes, sizeStock } = presentSizes(product.sizeStock)
  const size = sizeStock ? (requested.size ?? '') : ''
  if (sizeStock && size === '') throw new AppError('size_missing')
  if (sizeStock && !sizes.includes(size)) throw new AppError('size_unknown', { name: product.name, size })
  if (findSizeStock({ product: { stock: product.stock, sizeStock }, size }) > 0) {
    throw new AppError('back_in_stock', { name: size === '' ? product.name : `${product.name} in ${size}` })
  }
  const isVerified = userId !== undefined && (await hasVerified({ database, userId, email }))
  await database.transaction().execute(async (trx) => {
    const request = { product_id: product.id, size, email, recipient: toMailbox(email) }
    const id = await upsertRequest({ trx, request, verifiedBy: isVerified ? userId : null })
    // Always, so that the reply takes equally long for every address. A request that is confirmed already gets none.
    if (!isVerified) await queueAccountMail({ database: trx, mail: { kind: 'confirm restock', restockRequestId: id } })
  })
  return isVerified
}

async function hasVerified({ database, userId, email }: { database: Database; userId: string; email: string }): Promise<boolean> {
  const user = await database.selectFrom('users').select('verified_email').where('id', '=', userId).executeTakeFirst()
  return user?.verified_email?.toLowerCase() === email.toLowerCase()
}

interface Upsert {
  readonly trx: Transaction
  readonly request: { product_id: string; size: string; email: string; recipient: string }
  readonly verifiedBy: string | null
}

/** A request that waits keeps its place; after its mail a new request starts, with a confirmation of its own. */
async function upsertRequest({ trx, request, verifiedBy }: Upsert): Promise<string> {
  const confirmed_at = verifiedBy === null ? null : sql<Date>`clock_timestamp()`
  const { id } = await trx
    .insertInto('restock_requests')
    .values({ ...request, user_id: verifiedBy, confirmed_at })
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'size', 'recipient']).doUpdateSet({
        user_id: sql`coalesce(excluded.user_id, restock_requests.user_id)`,
        requested_at: sql`case when restock_requests.notified_at is null then restock_requests.requested_at else excluded.requested_at end`,
        confirmed_at: sql`coalesce(case when restock_requests.notified_at is null then restock_requests.confirmed_at end, excluded.confirmed_at)`,
        notified_at: null,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What the request of a link waits for. Throws `AppError` (410) when it was stopped or has expired. */
export async function findRestockRequest({
  database,
  id,
}: {
  database: Database
  id: string
}): Promise<CallReply<'POST /products/restock/find'>> {
  const found = await database
    .selectFrom('restock_requests')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_id', 'name', 'size', 'email', 'confirmed_at', 'notified_at'])
    .where('restock_requests.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('restock_link_invalid'))
  const { product_id: _id, name, size, email, confirmed_at, notified_at } = found
  return { product: { _id, name }, size: size || null, email, state: notified_at ? 'notified' : confirmed_at ? 'waiting' : 'unconfirmed' }
}

/** Confirms the address of a request, also a second time. Throws `AppError` (410). */
export async function confirmRestockRequest({ database, id }: { database: Database; id: string }): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('restock_requests')
    .set({ confirmed_at: sql<Date>`coalesce(confirmed_at, clock_timestamp())` })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new AppError('restock_link_invalid')
}

/** Deletes all requests of the mailbox that has this one. */
export async function stopRestockMails({ database, id }: { database: Database; id: string }): Promise<void> {
  const ofLink = database.selectFrom('restock_requests').select('recipient').where('id', '=', id)
  await database.deleteFrom('restock_requests').where('recipient', 'in', ofLink).execute()
}

/** How many wait for each size of a product; an empty size is of a product with one stock. */
export async function countWaiting({ database, productId }: { database: Database; productId: string }) {
  return database
    .selectFrom('restock_requests')
    .select((eb) => ['size', eb.fn.countAll<number>().as('count')])
    .where('product_id', '=', productId)
    .where('confirmed_at', 'is not', null)
    .where('notified_at', 'is', null)
    .groupBy('size')
    .orderBy('size')
    .execute()
}
