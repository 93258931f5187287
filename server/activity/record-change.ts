import { type RawBuilder, sql } from 'kysely'
import { type ActivityKind, type RecordedCall, recordedCalls } from '#contract/activity/recorded-calls.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { findChanges, type Row } from './find-changes.ts'
import { recordActivity } from './record-activity.ts'

interface RecordTable {
  readonly from: RawBuilder<unknown>
  /** the name of a row, as a list shows it */
  readonly name: RawBuilder<unknown>
  /** beside the columns of the row */
  readonly further?: RawBuilder<unknown>
  /** false where they are personal data or secret */
  readonly hasValues: boolean
  /** a key that is no UUID */
  readonly key?: RawBuilder<unknown>
}

const tables = {
  product: {
    from: sql`products`,
    name: sql`record.name`,
    further: sql`jsonb_build_object(
      'sizes', (select jsonb_agg(size order by position) from product_sizes where product_id = record.id),
      'sale', (select jsonb_build_object('price_paise', price_paise, 'starts_at', starts_at, 'ends_at', ends_at)
        from product_sales where product_id = record.id and state <> 'over'))`,
    hasValues: true,
  },
  category: { from: sql`categories`, name: sql`record.name`, hasValues: true, key: sql`record.key` },
  collection: {
    from: sql`collections`,
    name: sql`record.title`,
    further: sql`jsonb_build_object('products', (select count(*) from collection_products where collection_id = record.id))`,
    hasValues: true,
  },
  sale: { from: sql`group_sales`, name: sql`record.key`, hasValues: true },
  ticket: {
    from: sql`tickets`,
    name: sql`'T-' || record.number`,
    further: sql`jsonb_build_object('replies', (select count(*) from ticket_replies where ticket_id = record.id))`,
    hasValues: false,
  },
  'data request': { from: sql`data_requests`, name: sql`record.kind`, hasValues: false },
  redirect: { from: sql`redirects`, name: sql`record.from_path`, hasValues: true },
  'tax rate': { from: sql`tax_rates`, name: sql`record.hsn_prefix`, hasValues: true },
  expense: { from: sql`expenses`, name: sql`record.kind || ' ' || record.day`, hasValues: true },
  import: { from: sql`product_imports`, name: sql`record.file_name`, hasValues: false },
  page: { from: sql`pages`, name: sql`coalesce(record.value, record.draft) ->> 'title'`, hasValues: false },
  user: { from: sql`users`, name: sql`record.name`, hasValues: false },
  order: {
    from: sql`orders`,
    name: sql`record.number`,
    further: sql`jsonb_build_object('archived', exists (select from archived_orders where order_id = record.id))`,
    hasValues: false,
  },
} as const satisfies { readonly [Kind in ActivityKind]?: RecordTable }

/** The calls that change a row of one of these tables. */
export type RowCall = {
  [Call in RecordedCall]: (typeof recordedCalls)[Call]['kind'] extends keyof typeof tables ? Call : never
}[RecordedCall]

interface StoredRow {
  readonly name: string | null
  readonly row: Row
}

async function readRow({ trx, table, id }: { trx: Transaction; table: RecordTable; id: string }): Promise<StoredRow | undefined> {
  const { from, name, further = sql`'{}'::jsonb`, key } = table
  if (key === undefined && !isUuid(id)) return undefined
  const { rows } = await sql<StoredRow>`
    select ${name} as name, to_jsonb(record) || ${further} as row from ${from} record where ${key ?? sql`record.id`} = ${id}
  `.execute(trx)
  return rows[0]
}

interface RecordedCreation {
  readonly database: Database
  /** the administrator's id */
  readonly actorId: string
  readonly call: RowCall
}

interface RecordedChange extends RecordedCreation {
  /** of the record, whose table follows from the call */
  readonly id: string
}

const findTable = (call: RowCall): RecordTable => tables[recordedCalls[call].kind]

interface States {
  readonly trx: Transaction
  readonly change: RecordedChange
  readonly before: StoredRow | undefined
}

async function recordStates({ trx, change: { actorId, call, id }, before }: States): Promise<void> {
  const table = findTable(call)
  const after = await readRow({ trx, table, id })
  if (before && JSON.stringify(before.row) === JSON.stringify(after?.row)) return
  const changes = findChanges({ before: before?.row ?? null, after: after?.row ?? null, hasValues: table.hasValues })
  await recordActivity({ database: trx, actorId, call, subject: { id, name: after?.name ?? before?.name ?? '' }, changes })
}

/** Makes a change, and records it if it has changed the row, in one transaction. */
export function recordChange<Result>(change: RecordedChange, work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction(change.database, async (trx) => {
    const before = await readRow({ trx, table: findTable(change.call), id: change.id })
    const result = await work(trx)
    await recordStates({ trx, change, before })
    return result
  })
}

/** Adds a row, whose id `work` returns, and records it in the same transaction. */
export function recordCreation<Result extends string | { readonly _id: string }>(
  creation: RecordedCreation,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(creation.database, async (trx) => {
    const result = await work(trx)
    const id = typeof result === 'string' ? result : result._id
    await recordStates({ trx, change: { ...creation, id }, before: undefined })
    return result
  })
}
