import { sql } from 'kysely'
import { storePlaceholder } from '../../../catalog/pictures/placeholder-image.ts'
import { checkImport } from '../plan/check-import.ts'
import { addPictures } from './add-pictures.ts'
import { type ImportRun, type ImportWork, selectRun } from './import-run.ts'
import { saveProducts } from './run-import.ts'

/** Checks the uploaded files and continues the running imports, the oldest first. */
export async function processImports(work: ImportWork): Promise<void> {
  const { database, signal, readTaxRates } = work
  const open = await database
    .selectFrom('product_imports')
    .select(['id', 'state', 'version'])
    .where('state', 'in', ['checking', 'running'])
    .orderBy('created_at')
    .execute()
  // Checks are short: an administrator waits for them.
  for (const { id } of open.filter(({ state }) => state === 'checking'))
    if (!signal.aborted) await checkImport({ database, id, signal, readTaxRates })
  for (const { id, version } of open.filter(({ state }) => state === 'running'))
    if (!signal.aborted) await continueImport({ ...work, id, version })
}

async function continueImport(run: ImportRun): Promise<void> {
  const placeholder = await storePlaceholder({ images: run.images })
  await saveProducts({ ...run, placeholder })
  await addPictures(run)
  if (run.signal.aborted) return
  await run.database
    .updateTable('product_imports')
    .set((eb) => ({ state: 'done', version: eb('version', '+', 1), settled_at: sql<Date>`now()` }))
    .where('id', 'in', selectRun(run))
    .execute()
}
