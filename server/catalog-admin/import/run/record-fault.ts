import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { isDatabaseDown } from '../../../database/is-database-down.ts'
import type { Database } from '../../../database/schema.ts'
import type { ImportWork } from './import-run.ts'

interface Fault {
  readonly error: unknown
  /** of the import */
  readonly id: string
  readonly log: ImportWork['log']
}

/**
 * Logs an unexpected error of an import with a number, and returns the number for the administrator.
 * @throws the error when the database is down: the work is tried again.
 */
export function logFault({ error, id, log }: Fault): string {
  if (isDatabaseDown(error)) throw error
  const fault = randomUUID().slice(0, 8)
  log.error({ err: error, import: id, fault }, 'An import failed')
  return fault
}

/** Ends an import that cannot be checked or run, so that the others go on. */
export async function failImport({
  database,
  state,
  ...fault
}: Fault & { database: Database; state: 'checking' | 'running' }): Promise<void> {
  const number = logFault(fault)
  const error = state === 'checking' ? importTexts.checkFailed(number) : importTexts.runFailed(number)
  await database
    .updateTable('product_imports')
    .set((eb) => ({ state: 'failed', error, version: eb('version', '+', 1), settled_at: sql<Date>`now()` }))
    .where('id', '=', fault.id)
    .where('state', '=', state)
    .execute()
}
