import { sql } from 'kysely'
import type { z } from 'zod'
import { splitCollectionText } from '#contract/catalog/collection-text.ts'
import {
  type AdminCollection,
  type Collection,
  type CollectionCard,
  type collectionDraft,
  collectionLimits,
} from '#contract/catalog/collections.ts'
import { collectionProductsPerPage } from '#contract/kernel/limits/paging.ts'
import { countRows } from '../../database/count-rows.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { toOffset } from '../../database/pages.ts'
import { notDeleted, onSale } from '../../database/product-conditions.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { isShownToday } from '../../database/shown-today.ts'
import { AppError } from '../../kernel/errors.ts'
import type { StoredImage } from '../product/insert-products.ts'
import { imagePath, presentProduct } from '../product/product-row.ts'
import { findShown } from '../product/repository.ts'

type Draft = z.output<typeof collectionDraft>

/** The collections of today with products on sale, newest first, each with its own picture or that of its first product. */
export async function listCollections({ database }: { database: Database }): Promise<CollectionCard[]> {
  const rows = await database
    .selectFrom('collections')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('collection_products')
          .innerJoin('products', 'products.id', 'product_id')
          .select(['image_key', 'placeholder_color'])
          .whereRef('collection_id', '=', 'collections.id')
          .where(onSale)
          .orderBy('position')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['slug', 'title', 'text'])
    .select(sql<string>`coalesce(collections.image_key, first.image_key)`.as('image_key'))
    .select(sql<string>`coalesce(collections.placeholder_color, first.placeholder_color)`.as('placeholder_color'))
    .where(isShownToday)
    .orderBy('collections.id', 'desc')
    .execute()
  return rows.map(({ slug, title, text, image_key: imageKey, placeholder_color: backdrop }) => ({
    slug,
    title,
    introduction: splitCollectionText(text).introduction,
    backdrop,
    image: imagePath(imageKey),
  }))
}

interface ReadCollection {
  readonly database: Database
  readonly slug: string
  /** undefined: all products */
  readonly page?: number | undefined
}

/** Throws `AppError` (404) for a collection that is not shown today. */
export async function readCollection({ database, slug, page }: ReadCollection): Promise<Collection> {
  const found = await database
    .selectFrom('collections')
    .select(['id', 'slug', 'title', 'text', 'image_key', 'placeholder_color'])
    .where('slug', '=', slug.toLowerCase())
    .where(isShownToday)
    .executeTakeFirstOrThrow(() => new AppError('collection_not_found'))
  const { id, image_key: imageKey, placeholder_color: backdrop, ...collection } = found
  const picture = imageKey !== null && backdrop !== null && { image: imagePath(imageKey), backdrop }
  const chosen = await database
    .selectFrom('collection_products')
    .innerJoin('products', 'products.id', 'product_id')
    .select('product_id')
    .where('collection_id', '=', id)
    .where(onSale)
    .orderBy('position')
    .execute()
  const from = page === undefined ? 0 : toOffset({ page, perPage: collectionProductsPerPage })
  const shown = page === undefined ? chosen : chosen.slice(from, from + collectionProductsPerPage)
  const ids = shown.map((row) => row.product_id)
  const products = (await findShown({ database, ids })).map(presentProduct)
  return { ...collection, ...picture, products, total: chosen.length }
}

/** All collections, or the one with this id. */
export async function listAdminCollections({ database, id }: { database: Database; id?: string }): Promise<AdminCollection[]> {
  const toDay = (column: 'shown_from' | 'shown_until') => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`
  const products = sql<{ _id: string; name: string }[]>`coalesce((
    select json_agg(json_build_object('_id', products.id, 'name', name) order by position)
    from collection_products join products on products.id = product_id where collection_id = collections.id and ${notDeleted}
  ), '[]')`
  let rows = database
    .selectFrom('collections')
    .select(['id as _id', 'slug', 'title', 'text', 'version', isShownToday.as('isShown'), products.as('products')])
    .select([toDay('shown_from').as('from'), toDay('shown_until').as('until'), 'image_key', 'placeholder_color as backdrop'])
    .orderBy('id', 'desc')
  if (id !== undefined) rows = rows.where('id', '=', id)
  const found = await rows.execute()
  return found.map(({ image_key: imageKey, ...row }) => ({ ...row, image: imageKey === null ? null : imagePath(imageKey) }))
}

const collectionValues = ({ slug, title, text, from, until }: Draft) => ({ slug, title, text, shown_from: from, shown_until: until })

/** Replaces the products of a collection. Products that were deleted are left out. */
async function setProducts({ trx, id, productIds }: { trx: Transaction; id: string; productIds: readonly string[] }): Promise<void> {
  await trx.deleteFrom('collection_products').where('collection_id', '=', id).execute()
  await sql`
    insert into collection_products (collection_id, product_id, position)
    select ${id}, products.id, position from unnest(${productIds}::uuid[]) with ordinality as chosen (id, position)
    join products using (id) where ${notDeleted}
  `.execute(trx)
}

function toSlugError(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'collections_slug_key') throw error
  throw new AppError('collection_exists', { field: 'slug' })
}

/** Adds a collection and returns its id. Throws `AppError` (409). */
export async function createCollection({ database, draft }: { database: Database; draft: Draft }): Promise<string> {
  return inTransaction(database, async (trx) => {
    await sql`lock table collections in share row exclusive mode`.execute(trx)
    const count = await countRows(trx.selectFrom('collections'))
    if (count >= collectionLimits.collections) throw new AppError('collections_full')
    const { id } = await trx
      .insertInto('collections')
      .values(collectionValues(draft))
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(toSlugError)
    await setProducts({ trx, id, productIds: draft.productIds })
    return id
  })
}

/**
 * Changes a collection.
 * @throws AppError 404 for an unknown collection.
 * @throws AppError 409 when `version` is not the current one, or the address is taken.
 */
export async function updateCollection({
  database,
  id,
  edit,
}: {
  database: Database
  id: string
  edit: Draft & { version: number }
}): Promise<void> {
  if (!isUuid(id)) throw new AppError('collection_not_found')
  await inTransaction(database, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('collections')
      .set({ ...collectionValues(edit), is_demo: sql<boolean>`is_demo and title = ${edit.title}`, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('version', '=', edit.version)
      .executeTakeFirst()
      .catch(toSlugError)
    if (numUpdatedRows === 1n) return setProducts({ trx, id, productIds: edit.productIds })
    const found = await trx.selectFrom('collections').select('id').where('id', '=', id).executeTakeFirst()
    throw new AppError(found ? 'collection_changed' : 'collection_not_found')
  })
}

/** Sets the collection's own picture; null removes it. Throws `AppError` (404). */
export async function setCollectionPicture({ database, id, image }: { database: Database; id: string; image: StoredImage | null }) {
  const { numUpdatedRows } = await database
    .updateTable('collections')
    .set({ image_key: image?.imageKey ?? null, placeholder_color: image?.placeholderColor ?? null })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new AppError('collection_not_found')
}

/** Throws `AppError` (404). */
export async function deleteCollection({ database, id }: { database: Database; id: string }): Promise<void> {
  if (!isUuid(id)) throw new AppError('collection_not_found')
  const { numDeletedRows } = await database.deleteFrom('collections').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows !== 1n) throw new AppError('collection_not_found')
}
