import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

export interface Table {
  readonly name: string
  /** without those that the database computes */
  readonly columns: readonly string[]
}

/**
 * The shop's own tables, each after those that it refers to. The queue's are not among them: what its jobs work on
 * stands in the shop's tables, and its plan is made anew at each start.
 */
export async function listTables({ database }: { database: Database }): Promise<Table[]> {
  const { rows } = await sql<Table & { refers: string[] }>`
    select class.relname as name,
      array(
        select attname::text from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array(select confrelid::regclass::text from pg_constraint where conrelid = class.oid and contype = 'f' and confrelid <> conrelid) as refers
    from pg_class class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by relname
  `.execute(database)
  const sorted: (Table & { refers: string[] })[] = []
  while (sorted.length < rows.length) {
    const ready = rows.filter((row) => !sorted.includes(row) && row.refers.every((name) => sorted.some((done) => done.name === name)))
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.')
    sorted.push(...ready)
  }
  return sorted.map(({ name, columns }) => ({ name, columns }))
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** `"orders" ("id", "number")`, for COPY. */
export function writeTarget({ name, columns }: Table): string {
  return `${quote(name)} (${columns.map(quote).join(', ')})`
}
