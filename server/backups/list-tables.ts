import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

export interface Table {
  readonly name: string
  /** without generated columns */
  readonly columns: readonly string[]
}

/**
 * The shop's own tables, each after those that it references. The tables of the job queue are left out: jobs work on the
 * shop's tables, and schedules are created at each start.
 */
export async function listTables({ database }: { database: Database }): Promise<Table[]> {
  const { rows } = await sql<Table & { referenced: string[] }>`
    select class.relname as name,
      array(
        select attname::text from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array(select confrelid::regclass::text from pg_constraint where conrelid = class.oid and contype = 'f' and confrelid <> conrelid) as referenced
    from pg_class class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by relname
  `.execute(database)
  const sorted: (Table & { referenced: string[] })[] = []
  while (sorted.length < rows.length) {
    const ready = rows.filter((row) => !sorted.includes(row) && row.referenced.every((name) => sorted.some((done) => done.name === name)))
    if (ready.length === 0) throw new Error('The foreign keys between tables form a cycle.')
    sorted.push(...ready)
  }
  return sorted.map(({ name, columns }) => ({ name, columns }))
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The target of COPY, such as `"orders" ("id", "number")`. */
export function formatCopyTarget({ name, columns }: Table): string {
  return `${quote(name)} (${columns.map(quote).join(', ')})`
}
