import { type RawBuilder, sql } from 'kysely'
import type { CsvCell } from '../../csv/write-csv.ts'
import type { Database, Tables } from '../../database/schema.ts'

/** A value below the first one, and how the last one that was read is compared. */
const firstKeys = { uuid: '00000000-0000-0000-0000-000000000000', text: '', number: '0', day: '-infinity' } as const
const keyTypes = { uuid: sql`uuid`, text: sql`text`, number: sql`bigint`, day: sql`date` } as const
type KeyType = keyof typeof keyTypes

/** A table of the shop as a CSV file. */
export interface TableFile {
  readonly name: string
  /** what a line is, for the README */
  readonly about: string
  readonly table: keyof Tables & string
  /** a unique column with ids, or the columns that are unique together with what they have; rows are read in their order */
  readonly key: string | Readonly<Record<string, KeyType>>
  /** which rows; all by default */
  readonly where?: RawBuilder<unknown>
  readonly joins?: RawBuilder<unknown>
  /** further order, where `joins` makes several rows of one */
  readonly order?: RawBuilder<unknown>
  /** heading → value */
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>
}

const rowsPerQuery = 500

/** An amount in paise as rupees. */
export const rupees = (amount: RawBuilder<unknown>) => sql`(${amount} / 100.0)::float8`

/** A time as the day and time in India. */
export const indianTime = (time: RawBuilder<unknown>) =>
  sql<string | null>`to_char(${time} at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI')`

/** `yes`, or nothing. */
export const yes = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 'yes' end`

const toCell = (value: unknown): CsvCell =>
  value === null || typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)

/** The rows of a table in parts, in the order of its key. */
export async function* readTableFile({ database, file }: { database: Database; file: TableFile }): AsyncGenerator<CsvCell[][]> {
  const { table, key, where = sql`true`, joins = sql``, order = sql``, columns } = file
  const keys = Object.entries<KeyType>(typeof key === 'string' ? { [key]: 'uuid' } : key)
  const keyColumns = keys.map(([column]) => sql.ref(`${table}.${column}`))
  const keyRow = sql`(${sql.join(keyColumns)})`
  const toRow = (values: readonly string[]) =>
    sql`(${sql.join(keys.map(([, type], index) => sql`${values[index]}::text::${keyTypes[type]}`))})`
  const selected = Object.entries(columns).map(([heading, value]) => sql`${value} as ${sql.id(heading)}`)
  for (let last: readonly string[] = keys.map(([, type]) => firstKeys[type]); ; ) {
    const after = sql`${keyRow} > ${toRow(last)}`
    const page = await sql<{ key: string[] }>`
      select array[${sql.join(keyColumns.map((column) => sql`${column}::text`))}] as key
      from ${sql.table(table)} where ${after} and ${where} order by ${sql.join(keyColumns)} limit ${rowsPerQuery}
    `.execute(database)
    const end = page.rows.at(-1)?.key
    if (end === undefined) return
    const { rows } = await sql<Readonly<Record<string, unknown>>>`
      select ${sql.join(selected)}
      from (
        select * from ${sql.table(table)} where ${after} and ${keyRow} <= ${toRow(end)} and ${where}
      ) as ${sql.id(table)} ${joins}
      order by ${sql.join(keyColumns)} ${order}
    `.execute(database)
    yield rows.map((row) => Object.keys(columns).map((heading) => toCell(row[heading] ?? null)))
    last = end
  }
}
