import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { readImport } from './imports.ts'

/**
 * Has the pictures loaded again that could not be loaded. Their reasons are taken from the notes of their products.
 * @throws AppError 404 for an unknown import.
 * @throws AppError 409 for another version, and for an import that has not ended or has no failed picture.
 */
export async function retryPictures({ database, id, version }: { database: Database; id: string; version: number }): Promise<void> {
  const { pictures } = await readImport({ database, id })
  if (pictures.failed === 0) throw new AppError('import_nothing')
  await inTransaction(database, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('product_imports')
      .set((eb) => ({ state: 'running', version: eb('version', '+', 1), settled_at: null }))
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', '=', 'done')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new AppError('import_changed')
    await sql`
      update product_import_items as items set warnings = array(
        select warning from unnest(warnings) with ordinality as each (warning, place)
        where warning not in (
          select error from product_import_pictures where import_id = ${id} and item = items.position and state = 'failed' and error is not null
        ) order by place
      ) where import_id = ${id} and exists (
        select from product_import_pictures where import_id = ${id} and item = items.position and state = 'failed'
      )
    `.execute(trx)
    await trx
      .updateTable('product_import_pictures')
      .set({ state: 'waiting', error: null })
      .where('import_id', '=', id)
      .where('state', '=', 'failed')
      .execute()
  })
}
