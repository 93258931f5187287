import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { StoredImage } from '../product/insert-products.ts'

/** Sets the category's own picture; null removes it. Throws `AppError` (404). */
export async function setCategoryPicture({ database, key, image }: { database: Database; key: string; image: StoredImage | null }) {
  const { numUpdatedRows } = await database
    .updateTable('categories')
    .set({ image_key: image?.imageKey ?? null, placeholder_color: image?.placeholderColor ?? null })
    .where('key', '=', key)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new AppError('category_not_found')
}
