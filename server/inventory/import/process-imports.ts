import { sql } from 'kysely'
import { storePlaceholder } from '../../products/placeholder-image.ts'
import { addPictures, type ImportWork } from './add-pictures.ts'
import { checkImport } from './check-import.ts'
import { saveProducts } from './run-import.ts'

/** Checks the uploaded files and continues the running imports, the oldest first. */
export async function processImports(work: ImportWork): Promise<void> {
  const { database, signal } = work
  const open = await database
    .selectFrom('product_imports')
    .select(['id', 'state'])
    .where('state', 'in', ['checking', 'running'])
    .orderBy('created_at')
    .execute()
  // Checks are short: an administrator waits for them.
  for (const { id } of open.filter(({ state }) => state === 'checking')) if (!signal.aborted) await checkImport({ database, id, signal })
  for (const { id } of open.filter(({ state }) => state === 'running')) if (!signal.aborted) await continueImport({ ...work, id })
}

async function continueImport({ id, ...work }: ImportWork & { id: string }): Promise<void> {
  const placeholder = await storePlaceholder({ images: work.images })
  await saveProducts({ ...work, id, placeholder })
  await addPictures({ ...work, id })
  if (work.signal.aborted) return
  await work.database
    .updateTable('product_imports')
    .set((eb) => ({ state: 'done', version: eb('version', '+', 1), settled_at: sql<Date>`now()` }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}
