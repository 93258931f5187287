import { sql } from 'kysely'
import { type ImportField, type ImportSource, importFields, repeatedFields } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import type { ImportColumn, ImportOptions } from '#contract/catalog-admin/product-import.ts'
import type { DatedRate } from '#contract/tax/tax-rates.ts'
import { describeEncoding } from '../../../csv/decode-table.ts'
import { readCsvRows } from '../../../csv/read-csv.ts'
import type { Database, Transaction } from '../../../database/schema.ts'
import { inSlices } from '../../../kernel/in-slices.ts'
import { groupRows } from '../read/group-rows.ts'
import { type ImportRow, toImportRow } from '../read/import-row.ts'
import type { ProductRecord } from '../read/product-record.ts'
import { readOtherRows } from '../read/read-other-rows.ts'
import { readWixRows } from '../read/read-wix-rows.ts'
import { readWooRows } from '../read/read-woo-rows.ts'
import { type Choices, chooseCategories } from './choose-categories.ts'
import { findExisting } from './find-existing.ts'
import { defaultOptions } from './import-options.ts'
import type { PlannedItem } from './import-plan.ts'
import { matchRecords } from './match-records.ts'
import type { UploadedFiles } from './plan-pictures.ts'
import { planProduct } from './plan-product.ts'
import { summarizeItems } from './summarize-items.ts'

const batchSize = 500

interface ImportCheck {
  readonly database: Database
  readonly id: string
  readonly signal: AbortSignal
  /** those of today; undefined in a shop whose sales have no tax */
  readonly readTaxRates?: (() => Promise<readonly DatedRate[] | undefined>) | undefined
}

/** Finds out what an import would do and stores it, unless the import changes meanwhile. Nothing else is written. */
export async function checkImport({ database, id, signal, readTaxRates }: ImportCheck): Promise<void> {
  const row = await database
    .selectFrom('product_imports')
    // The file may have been deleted.
    .innerJoin('product_import_csv', 'import_id', 'id')
    .select(['columns', 'categories', 'version', 'format', 'source', 'options'])
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .executeTakeFirst()
  if (!row) return
  const { columns, version } = row
  const source = row.source ?? row.format
  const options = { ...defaultOptions(source), ...row.options }
  const error = findColumnError(columns)
  const csv = await readCsv({ database, id })
  const { records, notes } = error === undefined ? await readRecords({ csv, columns, source, options }) : { records: [], notes: [] }
  const choices = await chooseCategories({ database, records, earlier: row.categories, source })
  const taxRates = await readTaxRates?.()
  const planned = await planItems({ database, id, records, choices, source, options, taxRates, signal })
  if (signal.aborted) return
  const { items, notes: common } = summarizeItems(planned)
  await database.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('product_imports')
      .set({
        state: 'checked',
        error: error ?? null,
        categories: JSON.stringify(choices.unknown),
        options: JSON.stringify(options),
        notes: [...notes, ...describeFile({ columns, source }), ...(choices.isFull ? [importTexts.categoriesFull] : []), ...common],
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', '=', 'checking')
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await storeItems({ trx, id, items })
  })
}

/** Why the columns cannot be imported. */
function findColumnError(columns: readonly ImportColumn[]): string | undefined {
  const fields = columns.flatMap(({ field }) => field ?? [])
  const twice = fields.find((field, index) => !repeatedFields.includes(field) && fields.indexOf(field) < index)
  if (twice !== undefined) return importTexts.columnTwice(importFields[twice])
  const keys: readonly ImportField[] = ['handle', 'name', 'sku']
  return keys.some((key) => fields.includes(key)) ? undefined : importTexts.keyColumnMissing
}

/** What the file lacks, and which of its columns are left out. */
function describeFile({ columns, source }: { columns: readonly ImportColumn[]; source: ImportSource }): string[] {
  if (source === 'own') return []
  const leftOut = columns
    .filter(({ field, sample }) => field === null && sample !== '')
    .map(({ name }) => name.replace(/\(product\.metafields\..*\)$/, '').trim())
  return [
    ...(columns.some(({ field }) => field === 'stock') ? [] : [importTexts.noStockColumn]),
    ...(leftOut.length === 0 ? [] : [importTexts.columnsLeftOut(leftOut)]),
  ]
}

const partBytes = 1024 * 1024

/** Reads an uploaded file in parts, because the driver decodes a value without interruption. */
async function readCsv({ database, id }: { database: Database; id: string }): Promise<Buffer> {
  const parts: Buffer[] = []
  for (;;) {
    const part = sql<Buffer>`substring(bytes from ${parts.length * partBytes + 1}::int for ${partBytes}::int)`.as('part')
    const row = await database.selectFrom('product_import_csv').select(part).where('import_id', '=', id).executeTakeFirst()
    if (!row || row.part.length === 0) return Buffer.concat(parts)
    parts.push(row.part)
  }
}

type RowReader = (file: { rows: readonly ImportRow[]; now: Date }) => Promise<readonly ImportRow[]>
const readUnchanged: RowReader = async ({ rows }) => rows
const rowReaders: Readonly<Record<ImportSource, RowReader>> = {
  own: readUnchanged,
  shopify: readUnchanged,
  woocommerce: readWooRows,
  wix: readWixRows,
  other: readOtherRows,
}

interface ReadInput {
  readonly csv: Buffer
  readonly columns: readonly ImportColumn[]
  readonly source: ImportSource
  readonly options: ImportOptions
}

/** The products of a file, and what was done to read it. */
async function readRecords({ csv, columns, source, options }: ReadInput): Promise<{ records: ProductRecord[]; notes: string[] }> {
  const fields = columns.map(({ field }) => field)
  const rows: ImportRow[] = []
  let isHeader = true
  for await (const row of readCsvRows(csv)) {
    if (!isHeader) rows.push(toImportRow({ row, fields, source }))
    isHeader = false
  }
  const hasStockTracker = fields.includes('stockTracker')
  const damaged = rows.filter(({ isDamaged }) => isDamaged).map(({ line }) => line)
  const notes = [...describeEncoding(csv), ...(damaged.length === 0 ? [] : [importTexts.damagedLines(damaged)])]
  const read = await rowReaders[source]({ rows, now: new Date() })
  return { records: await groupRows({ rows: read, options: { source, prices: options.prices, hasStockTracker } }), notes }
}

interface PlanInput {
  readonly database: Database
  readonly id: string
  readonly records: readonly ProductRecord[]
  readonly choices: Choices
  readonly source: ImportSource
  readonly options: ImportOptions
  readonly taxRates: readonly DatedRate[] | undefined
  readonly signal: AbortSignal
}

async function planItems({ database, id, records, choices, source, options, taxRates, signal }: PlanInput): Promise<PlannedItem[]> {
  const files = await readFileNames({ database, id })
  const existing = await findExisting({ database, records })
  const matched = await matchRecords({ records, existing, source })
  const items: PlannedItem[] = []
  for await (const { record, product } of inSlices(matched)) {
    if (signal.aborted) break
    const isNameTaken = existing.names.has(record.fields.name?.toLowerCase() ?? '')
    const category = choices.find(record.fields)
    items.push(planProduct({ record, context: { existing: product, category, files, isNameTaken, source, options, taxRates } }))
  }
  return items
}

/** By path, and by name where it is unique. */
async function readFileNames({ database, id }: { database: Database; id: string }): Promise<UploadedFiles> {
  const files = await database.selectFrom('product_import_files').select(['name', 'hash']).where('import_id', '=', id).execute()
  const byName = Map.groupBy(files, ({ name }) => name.split('/').at(-1) ?? name)
  const unique = [...byName].flatMap(([name, [first, second]]) => (first && !second ? [[name, first] as const] : []))
  return new Map([...unique, ...files.map((file) => [file.name, file] as const)])
}

async function storeItems({ trx, id, items }: { trx: Transaction; id: string; items: readonly PlannedItem[] }): Promise<void> {
  await trx.deleteFrom('product_import_items').where('import_id', '=', id).execute()
  for (let start = 0; start < items.length; start += batchSize) {
    const rows = items.slice(start, start + batchSize).map(({ productId, pictures, ...item }, index) => ({
      ...item,
      position: start + index + 1,
      product_id: productId,
      pictures: pictures.map((picture, place) => ({ ...picture, position: place + 1 })),
    }))
    await sql`
      with rows as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (
          position int, line int, name text, product_id uuid, outcome text, changes jsonb, error text, warnings text[], plan jsonb, pictures jsonb, preview jsonb
        )
      ), items as (
        insert into product_import_items (import_id, position, line, name, product_id, outcome, changes, error, warnings, plan, preview)
        select ${id}, position, line, name, product_id, outcome, changes, error, warnings, plan, preview from rows
      )
      insert into product_import_pictures (import_id, item, position, source, alt)
      select ${id}, rows.position, picture.position, source, alt
      from rows, jsonb_to_recordset(pictures) as picture (position int, source text, alt text)
    `.execute(trx)
  }
}
