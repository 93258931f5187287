import { type RawBuilder, sql } from 'kysely'
import type { Database, Tables } from './schema.ts'

/** Rows per statement: few enough to stay well below the statement timeout and to hold few locks. */
const batchSize = 5_000

interface Deletion {
  readonly database: Database
  readonly table: keyof Tables
  readonly where: RawBuilder<unknown>
  readonly signal: AbortSignal
}

/** Deletes the rows that match `where`, one batch after another, until none is left or `signal` is aborted. */
export async function deleteInBatches({ database, table, where, signal }: Deletion): Promise<void> {
  while (!signal.aborted) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${batchSize}))
    `.execute(database)
    if (numAffectedRows < batchSize) return
  }
}
