import { sql } from 'kysely'
import { defaultSizeGuide, type SizeGuide } from '#contract/catalog/size-guide.ts'
import { toCategoryKey } from '#contract/kernel/business.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'

interface CategoryReference {
  readonly database: Database
  readonly key: string
}

/** The size guide of a category; the default one of a category that has none or does not exist. */
export async function readSizeGuide({ database, key }: CategoryReference) {
  const row = await database.selectFrom('categories').select(['key', 'size_guide']).where('key', '=', toCategoryKey(key)).executeTakeFirst()
  const own = row?.size_guide
  return { sizeGuide: own ?? defaultSizeGuide, category: row?.key ?? null, isDefault: !own }
}

/** Throws `AppError` (404). */
export async function readAdminSizeGuide({ database, key }: CategoryReference) {
  const row = await database.selectFrom('categories').select(['size_guide', 'version']).where('key', '=', key).executeTakeFirst()
  if (!row) throw new AppError('category_not_found')
  return { sizeGuide: row.size_guide ?? defaultSizeGuide, isDefault: row.size_guide === null, version: row.version }
}

/**
 * Sets the size guide of a category; null restores the default guide.
 * @throws AppError 404 for an unknown category.
 * @throws AppError 409 when `version` is not the current one.
 */
export async function setSizeGuide({
  database,
  key,
  sizeGuide,
  version,
}: CategoryReference & { sizeGuide: SizeGuide | null; version: number }): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('categories')
    .set({ size_guide: sizeGuide === null ? null : JSON.stringify(sizeGuide), version: sql<number>`version + 1` })
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  await readAdminSizeGuide({ database, key })
  throw new AppError('category_changed')
}
