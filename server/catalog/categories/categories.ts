import { sql } from 'kysely'
import type { z } from 'zod'
import type { AdminCategory, Category, categoryDraft, categoryEdit } from '#contract/catalog/categories.ts'
import { categoryLimits, firstCategories } from '#contract/catalog/categories.ts'
import { countRows } from '../../database/count-rows.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { notDeleted, onSale } from '../../database/product-conditions.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { imagePath } from '../product/product-row.ts'

type CategoryFields = Omit<z.output<typeof categoryEdit>, 'version'>

/** Nothing for a category without its own picture. */
const presentOwnPicture = ({
  image_key: key,
  placeholder_color: backdrop,
}: {
  image_key: string | null
  placeholder_color: string | null
}) => (key !== null && backdrop !== null ? { image: imagePath(key), backdrop } : {})

/** The categories that pages name, in their order. */
export async function listCategories({ database }: { database: Database }): Promise<Category[]> {
  const rows = await database
    .selectFrom('categories')
    .select(['key', 'name', 'is_hidden', 'description', 'image_key', 'placeholder_color'])
    .where((eb) =>
      eb.or([
        eb('is_hidden', '=', false),
        eb.exists(eb.selectFrom('products').select('id').whereRef('products.category', '=', 'categories.key').where(onSale)),
      ]),
    )
    .orderBy('position')
    .orderBy('key')
    .execute()
  return rows.map(({ is_hidden: isHidden, image_key, placeholder_color, ...category }) => ({
    ...category,
    isHidden,
    ...presentOwnPicture({ image_key, placeholder_color }),
  }))
}

/** Whether some items on sale are exchanged only, or not returned. */
export async function hasReturnRules({ database }: { database: Database }): Promise<boolean> {
  const { rows } = await sql<{ isFound: boolean }>`
    select exists (select from products where details ? 'returnRule' and details ->> 'returnRule' <> 'returnable' and ${onSale})
      or exists (select from categories where return_rule <> 'returnable')
      or exists (select from product_sales where state = 'running' and return_rule is not null) as "isFound"
  `.execute(database)
  return rows[0]?.isFound ?? false
}

/** All categories with the number of their products on sale, in their order. */
export async function listAdminCategories({ database }: { database: Database }): Promise<AdminCategory[]> {
  const counts = database
    .selectFrom('products')
    .select((eb) => ['category', eb.fn.countAll<number>().as('products')] as const)
    .where(onSale)
    .groupBy('category')
    .as('counts')
  const rows = await database
    .selectFrom('categories')
    .leftJoin(counts, 'counts.category', 'categories.key')
    .select(['key', 'name', 'words as keywords', 'is_hidden', 'sizes', 'hsn_code', 'version', 'products'])
    .select(['gender', 'age_group as ageGroup', 'size_system as sizeSystem', 'google_category as googleCategory'])
    .select(['item_weight_grams as itemWeightGrams', 'box_cm as boxCm', 'return_rule as returnRule'])
    .select(['description', 'image_key', 'placeholder_color'])
    .orderBy('position')
    .orderBy('key')
    .execute()
  return rows.map(({ is_hidden: isHidden, hsn_code: hsnCode, image_key, placeholder_color, products, ...row }) => ({
    ...row,
    isHidden,
    hsnCode,
    ...presentOwnPicture({ image_key, placeholder_color }),
    products: products ?? 0,
  }))
}

/** Throws `AppError` (400) unless the category exists. */
export async function requireCategory({ database, key }: { database: Database; key: string }): Promise<void> {
  const found = await database.selectFrom('categories').select('key').where('key', '=', key).executeTakeFirst()
  if (!found) throw unknownCategory()
}

/** A category that was deleted since it was looked up, as the trigger of products reports it. */
export function toCategoryError(error: unknown): never {
  throw (error as { constraint?: string }).constraint === 'products_category' ? unknownCategory() : error
}

const unknownCategory = () => new AppError('category_unknown', { field: 'category' })

const categoryValues = ({ name, keywords = '', isHidden, sizes, hsnCode, description, ...audience }: CategoryFields) => ({
  name,
  words: keywords,
  sizes,
  is_hidden: isHidden,
  hsn_code: hsnCode,
  // What is undefined stays as it is: pages of the previous version do not send it.
  description,
  gender: audience.gender,
  age_group: audience.ageGroup,
  size_system: audience.sizeSystem,
  google_category: audience.googleCategory,
  item_weight_grams: audience.itemWeightGrams,
  box_cm: audience.boxCm,
  return_rule: audience.returnRule,
})

/** Additions and changes of the order wait for each other. */
const lockCategories = (trx: Transaction) => sql`lock table categories in share row exclusive mode`.execute(trx)

/** Adds a category after the others. Throws `AppError` (409). */
export async function createCategory({ database, draft }: { database: Database; draft: z.output<typeof categoryDraft> }): Promise<void> {
  const { key, ...fields } = draft
  await inTransaction(database, async (trx) => {
    await lockCategories(trx)
    const { count, last } = await trx
      .selectFrom('categories')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('position').as('last')] as const)
      .executeTakeFirstOrThrow()
    if (count >= categoryLimits.categories) throw new AppError('categories_full')
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('categories')
      .values({ key, position: (last ?? 0) + 1, ...categoryValues(fields) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new AppError('category_exists', { field: 'key' })
  })
}

/**
 * Changes a category.
 * @throws AppError 404 for an unknown category.
 * @throws AppError 409 when `version` is not the current one.
 */
export async function updateCategory({
  database,
  key,
  edit: { version, ...fields },
}: {
  database: Database
  key: string
  edit: z.output<typeof categoryEdit>
}): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('categories')
    .set({
      ...categoryValues(fields),
      ...(fields.description !== undefined && { is_demo: sql<boolean>`is_demo and description = ${fields.description}` }),
      version: sql<number>`version + 1`,
    })
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const found = await database.selectFrom('categories').select('key').where('key', '=', key).executeTakeFirst()
  throw new AppError(found ? 'category_changed' : 'category_not_found')
}

/** Puts the categories in the order of `keys`. Throws `AppError` (409) unless these are all categories. */
export async function orderCategories({ database, keys }: { database: Database; keys: readonly string[] }): Promise<void> {
  await inTransaction(database, async (trx) => {
    await lockCategories(trx)
    const rows = await trx.selectFrom('categories').select('key').execute()
    if (new Set(keys).size !== rows.length || rows.some(({ key }) => !keys.includes(key))) throw new AppError('category_changed')
    await sql`
      update categories set position = ordered.position
      from unnest(${keys}::text[]) with ordinality as ordered (key, position) where categories.key = ordered.key
    `.execute(trx)
  })
}

/**
 * Deletes a category.
 * @throws AppError 404 for an unknown category.
 * @throws AppError 409 for one of the first four, and while the category has products, also drafts and archived ones.
 */
export async function deleteCategory({ database, key }: { database: Database; key: string }): Promise<void> {
  if (firstCategories.some((category) => category.key === key)) throw new AppError('category_required')
  await inTransaction(database, async (trx) => {
    // Locked first: a product that is added at the same time is counted, or refused.
    const found = await trx.selectFrom('categories').select('key').where('key', '=', key).forUpdate().executeTakeFirst()
    if (!found) throw new AppError('category_not_found')
    const count = await countRows(trx.selectFrom('products').where('category', '=', key).where(notDeleted))
    if (count > 0) throw new AppError('category_in_use', { count })
    await trx.deleteFrom('categories').where('key', '=', key).execute()
  })
}
