import { sql } from 'kysely'
import { storePlaceholder } from '../../../catalog/pictures/placeholder-image.ts'
import { forEachSettled } from '../../../kernel/for-each-settled.ts'
import { checkImport } from '../plan/check-import.ts'
import { addPictures, selectWaiting } from './add-pictures.ts'
import { type ImportRun, type ImportWork, selectRun } from './import-run.ts'
import { failImport } from './record-fault.ts'
import { hasPending, saveProducts } from './run-import.ts'

/** Does the same for each import in a state, the oldest first. One with a fault has failed and does not stop the others. */
async function forEachImport(
  { database, signal, log }: Pick<ImportWork, 'database' | 'signal' | 'log'>,
  state: 'checking' | 'running',
  work: (open: Pick<ImportRun, 'id' | 'version'>) => Promise<void>,
): Promise<void> {
  const open = await database
    .selectFrom('product_imports')
    .select(['id', 'version'])
    .where('state', '=', state)
    .orderBy('created_at')
    .execute()
  const attempt = (each: (typeof open)[number]) =>
    work(each).catch((error: unknown) => failImport({ database, log, id: each.id, state, error }))
  await forEachSettled(open, attempt, signal)
}

/** Checks the uploaded files. */
export function checkImports({
  database,
  signal,
  log,
  readTaxRates,
}: Omit<ImportWork, 'images' | 'fetchPicture' | 'onProgress'>): Promise<void> {
  return forEachImport({ database, signal, log }, 'checking', ({ id }) => checkImport({ database, id, signal, readTaxRates }))
}

/** Saves the products of the running imports. `addImportPictures` ends those with pictures. */
export function saveImports(work: Omit<ImportWork, 'fetchPicture' | 'readTaxRates'>): Promise<void> {
  return forEachImport(work, 'running', async (open) => {
    const run = { ...work, ...open }
    const placeholder = await storePlaceholder({ images: work.images })
    await saveProducts({ ...run, placeholder })
    if (!(await selectWaiting(run).select('item').executeTakeFirst())) await completeImport(run)
  })
}

/** Loads the pictures of the running imports whose products are saved. */
export function addImportPictures(work: Omit<ImportWork, 'readTaxRates'>): Promise<void> {
  return forEachImport(work, 'running', async (open) => {
    const run = { ...work, ...open }
    if (await hasPending(run)) return
    await addPictures(run)
    await completeImport(run)
  })
}

async function completeImport(run: Pick<ImportRun, 'database' | 'id' | 'version' | 'signal'>): Promise<void> {
  if (run.signal.aborted) return
  await run.database
    .updateTable('product_imports')
    .set((eb) => ({ state: 'done', version: eb('version', '+', 1), settled_at: sql<Date>`now()` }))
    .where('id', 'in', selectRun(run))
    .execute()
}
