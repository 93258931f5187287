import { sql } from 'kysely'
import type { ImportField, ImportOutcome } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import type { CategoryChoice, ImportDetail, ImportItem, ImportOptions, ImportSummary } from '#contract/catalog-admin/product-import.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { summarizeCsv } from '../../csv/read-csv.ts'
import { unpackTable } from '../../csv/unpack-table.ts'
import { countRows } from '../../database/count-rows.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { limitToPage, presentPage } from '../../database/pages.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { defaultOptions } from './plan/import-options.ts'
import { readZipPictures, type ZipPicture } from './read/read-zip.ts'
import { findSource, suggestColumns } from './read/suggest-columns.ts'

const shownImports = 10
const itemsPerPage = 50

interface NewImport {
  readonly database: Database
  readonly fileName: string
  readonly csv: Buffer
  readonly actorId: string
}

/** Stores an uploaded file, to be checked by a job. Returns the id of the import. Throws `AppError` (400) for a file that is no CSV. */
export async function createImport({ database, fileName, csv: file, actorId }: NewImport): Promise<string> {
  const csv = Buffer.from(await unpackTable(file))
  const { header, samples, rowCount } = await summarizeCsv(csv)
  const source = findSource(header)
  const values = {
    source,
    file_name: cutText(fileName, 100),
    format: source === 'own' ? ('own' as const) : ('shopify' as const),
    columns: JSON.stringify(suggestColumns({ header, samples })),
    row_count: rowCount,
    created_by: actorId,
  }
  return inTransaction(database, async (trx) => {
    const { id } = await trx.insertInto('product_imports').values(values).returning('id').executeTakeFirstOrThrow()
    await trx.insertInto('product_import_csv').values({ import_id: id, bytes: csv }).execute()
    return id
  })
}

/** Counted in one pass each: an administrator's screen asks while an import runs. */
const itemCounts = sql<{
  new: number
  changed: number
  unchanged: number
  error_count: number
  saved: number
  sold_out: number
  low_prices: number
  uncounted: number
}>`(
  select count(*) filter (where outcome = 'new')::int as new, count(*) filter (where outcome = 'changed')::int as changed,
    count(*) filter (where outcome = 'unchanged')::int as unchanged, count(*) filter (where outcome = 'error')::int as error_count,
    count(saved_at)::int as saved,
    count(*) filter (where outcome in ('new', 'changed') and preview ->> 'status' = 'on_sale' and preview ->> 'stock' = '0')::int as sold_out,
    count(*) filter (where outcome in ('new', 'changed') and preview ? 'isPriceLow')::int as low_prices,
    count(*) filter (where outcome = 'new' and preview ? 'isUncounted')::int as uncounted
  from product_import_items where import_id = product_imports.id
)`
const pictureCounts = sql<{ waiting: number; added: number; failed: number }>`(
  select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'added')::int as added,
    count(*) filter (where state = 'failed')::int as failed
  from product_import_pictures where import_id = product_imports.id
)`

const selectImports = (database: Database) =>
  database
    .selectFrom('product_imports')
    .innerJoinLateral(itemCounts.as('items'), (join) => join.onTrue())
    .innerJoinLateral(pictureCounts.as('pictures'), (join) => join.onTrue())
    .select(['id', 'file_name', 'format', 'source', 'columns', 'categories', 'options', 'notes', 'row_count', 'state', 'error', 'version'])
    .select(['created_at', 'settled_at'])
    .select(['new', 'changed', 'unchanged', 'error_count', 'saved', 'sold_out', 'low_prices', 'uncounted', 'waiting', 'added', 'failed'])
    .select([
      sql<boolean>`not exists (select from product_import_csv where import_id = product_imports.id)`.as('is_deleted'),
      sql<number>`(select count(*)::int from product_import_files where import_id = product_imports.id)`.as('files'),
    ])

type ImportRow = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number]

const presentSummary = (row: ImportRow): ImportSummary => ({
  _id: row.id,
  fileName: row.file_name,
  format: row.format,
  source: row.source ?? row.format,
  state: row.state,
  error: row.error,
  version: row.version,
  rows: row.row_count,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.settled_at?.toISOString() ?? null,
  outcomes: { new: row.new, changed: row.changed, unchanged: row.unchanged, error: row.error_count },
  saved: row.saved,
  pictures: { waiting: row.waiting, added: row.added, failed: row.failed },
})

/** The latest imports, newest first. */
export async function listImports({ database }: { database: Database }): Promise<ImportSummary[]> {
  const rows = await selectImports(database).orderBy('created_at', 'desc').limit(shownImports).execute()
  return rows.map(presentSummary)
}

/** Throws `AppError` (404). */
export async function readImport({ database, id }: { database: Database; id: string }): Promise<ImportDetail> {
  const row = isUuid(id) ? await selectImports(database).where('id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new AppError('import_not_found')
  const { columns, categories, notes, files, is_deleted: isDeleted } = row
  const summary = presentSummary(row)
  const counts = { soldOut: row.sold_out, lowPrices: row.low_prices, uncounted: row.uncounted }
  return {
    ...summary,
    ...counts,
    columns,
    categories,
    options: { ...defaultOptions(summary.source), ...row.options },
    notes,
    files,
    isDeleted,
  }
}

interface ItemQuery {
  readonly database: Database
  readonly id: string
  readonly page: number
  readonly outcome: ImportOutcome | 'warning' | undefined
}

/** One page of the products of an import, those with an error first. */
export async function listImportItems({ database, id, page, outcome }: ItemQuery) {
  if (!isUuid(id)) throw new AppError('import_not_found')
  let items = database.selectFrom('product_import_items').where('import_id', '=', id)
  if (outcome === 'warning') items = items.where(sql<boolean>`cardinality(warnings) > 0`)
  else if (outcome !== undefined) items = items.where('outcome', '=', outcome)
  const total = await countRows(items)
  const rows = await items
    .select(['position', 'line', 'name', 'product_id', 'outcome', 'changes', 'error', 'warnings', 'saved_at', 'preview'])
    .orderBy(sql`outcome <> 'error'`)
    .orderBy('position')
    .$call(limitToPage({ page, perPage: itemsPerPage }))
    .execute()
  const present = (row: (typeof rows)[number]): ImportItem => ({
    _id: String(row.position),
    line: row.line,
    name: row.name,
    product: row.product_id,
    outcome: row.outcome,
    changes: row.changes,
    error: row.error,
    warnings: row.warnings,
    isSaved: row.saved_at !== null,
    preview: row.preview,
  })
  return { items: rows.map(present), ...presentPage({ page, perPage: itemsPerPage, total }) }
}

interface ImportChange {
  readonly database: Database
  readonly id: string
  readonly version: number
  readonly fields: readonly (ImportField | null)[]
  readonly categories: readonly CategoryChoice[]
  /** undefined: as they are */
  readonly options: ImportOptions | undefined
}

/**
 * Stores what the columns and categories are; the import is checked again, also after it was stopped.
 * @throws AppError 404 for an unknown import.
 * @throws AppError 409 for another version.
 */
export async function changeImport({ database, id, version, fields, categories, options }: ImportChange): Promise<void> {
  const { columns } = await readImport({ database, id })
  const changed = columns.map((column, index) => ({ ...column, field: fields[index] ?? null }))
  await update({
    database,
    id,
    version,
    values: {
      columns: JSON.stringify(changed),
      categories: JSON.stringify(categories),
      ...(options && { options: JSON.stringify(options) }),
      state: 'checking',
    },
  })
}

interface StartedImport {
  readonly database: Database
  readonly id: string
  readonly version: number
  /** the administrator has seen them */
  readonly acceptsLowPrices: boolean
}

/**
 * Starts a checked import. A repeated call changes nothing.
 * @throws AppError 404 for an unknown import.
 * @throws AppError 409 for another version.
 * @throws AppError import_low_prices
 */
export async function startImport({ database, id, version, acceptsLowPrices }: StartedImport): Promise<void> {
  const { state, version: current, outcomes, lowPrices, isDeleted } = await readImport({ database, id })
  if ((state === 'running' || state === 'done') && current === version + 1) return
  if (outcomes.new + outcomes.changed === 0 || isDeleted) throw new AppError('import_nothing')
  if (lowPrices > 0 && !acceptsLowPrices) throw new AppError('import_low_prices')
  await update({ database, id, version, values: { state: 'running' } })
}

interface AddedFiles {
  readonly pictures: number
  /** called like pictures, but no pictures */
  readonly others: number
}

/**
 * Stores the pictures of a zip file; the import is checked again. What is no picture is stored without its bytes, so that the run says so
 * at its product.
 *
 * @throws AppError 400 for a file that is refused or has no pictures.
 * @throws AppError 404 for an unknown import.
 * @throws AppError 409 for an import that has run.
 */
export async function addFiles({ database, id, zip }: { database: Database; id: string; zip: Blob }): Promise<AddedFiles> {
  const { state, isDeleted } = await readImport({ database, id })
  if (isDeleted || (state !== 'checking' && state !== 'checked')) throw new AppError('import_changed')
  let pictures = 0
  const others: ZipPicture[] = []
  for await (const file of readZipPictures(zip)) {
    if (file.bytes.length === 0) {
      others.push(file)
      continue
    }
    await storeFile({ database, id, file })
    pictures += 1
  }
  if (pictures === 0) throw new AppError('file_refused', { reason: importTexts.zipNoPictures, fields: { zip: importTexts.zipNoPictures } })
  for (const file of others) await storeFile({ database, id, file })
  const { version } = await readImport({ database, id })
  await update({ database, id, version, values: { state: 'checking' } })
  return { pictures, others: others.length }
}

async function storeFile({ database, id, file }: { database: Database; id: string; file: ZipPicture }): Promise<void> {
  const { name, hash, bytes } = file
  await database
    .insertInto('product_import_files')
    .values({ import_id: id, name, hash, bytes })
    .onConflict((conflict) => conflict.columns(['import_id', 'name']).doUpdateSet({ hash, bytes }))
    .execute()
}

interface ImportUpdate {
  readonly database: Database
  readonly id: string
  readonly version: number
  readonly values: {
    readonly state: 'checking' | 'running'
    readonly columns?: string
    readonly categories?: string
    readonly options?: string
  }
}

async function update({ database, id, version, values }: ImportUpdate): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('product_imports')
    .set((eb) => ({ ...values, error: null, version: eb('version', '+', 1), settled_at: null }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where(sql<boolean>`exists (select from product_import_csv where import_id = product_imports.id)`)
    .where('state', 'in', values.state === 'running' ? ['checked'] : ['checking', 'checked', 'stopped', 'failed'])
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new AppError('import_changed')
}

/** Stops an import that has not ended. What it has saved stays. Throws `AppError` (404). */
export async function stopImport({ database, id }: { database: Database; id: string }): Promise<void> {
  await readImport({ database, id })
  await database
    .updateTable('product_imports')
    .set((eb) => ({ state: 'stopped', version: eb('version', '+', 1), settled_at: sql<Date>`now()` }))
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'checked', 'running'])
    .execute()
}
