import { type RawBuilder, sql } from 'kysely'
import type { Database, Tables } from '../database/schema.ts'

/** Rows deleted by one statement: each stays far below the time that a statement may take, and holds few locks. */
const batch = 5_000

/** Deletes the rows for which `where` is true, a batch at a time, until none is left or the job is to end. */
export async function deleteInBatches({
  database,
  table,
  where,
  ending,
}: {
  database: Database
  table: keyof Tables
  where: RawBuilder<unknown>
  ending: AbortSignal
}): Promise<void> {
  while (!ending.aborted) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${batch}))
    `.execute(database)
    if (numAffectedRows < batch) return
  }
}
