import { sql } from 'kysely'
import { toCategoryKey } from '#contract/business.ts'
import { toSlug } from '#contract/catalog/product-url.ts'
import { type ImportField, importFields } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import type { CategoryChoice, ImportColumn } from '#contract/catalog-admin/product-import.ts'
import type { Database, Transaction } from '../../../database/schema.ts'
import { inSlices } from '../in-slices.ts'
import { groupRows, type ProductRecord, toImportRow } from '../read/group-rows.ts'
import type { ImportRow } from '../read/parse-options.ts'
import { readCsvRows } from '../read/read-csv.ts'
import { findExisting } from './find-existing.ts'
import type { PlannedItem } from './import-plan.ts'
import { matchRecords } from './match-records.ts'
import type { UploadedFiles } from './plan-pictures.ts'
import { planProduct } from './plan-product.ts'

const batchSize = 500

/** Finds out what an import would do and stores it, unless the import changes meanwhile. Nothing else is written. */
export async function checkImport({ database, id, signal }: { database: Database; id: string; signal: AbortSignal }): Promise<void> {
  const row = await database
    .selectFrom('product_imports')
    // The file may have been deleted.
    .innerJoin('product_import_csv', 'import_id', 'id')
    .select(['columns', 'categories', 'version'])
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .executeTakeFirst()
  if (!row) return
  const { columns, version } = row
  const error = findColumnError(columns)
  const records = error === undefined ? await readRecords({ csv: await readCsv({ database, id }), columns }) : []
  const choices = await chooseCategories({ database, records, earlier: row.categories })
  const items = await planItems({ database, id, records, choices, signal })
  if (signal.aborted) return
  await database.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('product_imports')
      .set({ state: 'checked', error: error ?? null, categories: JSON.stringify(choices.unknown) })
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
  const twice = fields.find((field, index) => fields.indexOf(field) < index)
  if (twice !== undefined) return importTexts.columnTwice(importFields[twice])
  const keys: readonly ImportField[] = ['handle', 'name', 'sku']
  return keys.some((key) => fields.includes(key)) ? undefined : importTexts.keyColumnMissing
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

async function readRecords({ csv, columns }: { csv: Buffer; columns: readonly ImportColumn[] }): Promise<ProductRecord[]> {
  const fields = columns.map(({ field }) => field)
  const rows: ImportRow[] = []
  let isHeader = true
  for await (const row of readCsvRows(csv)) {
    if (!isHeader) rows.push(toImportRow({ row, fields }))
    isHeader = false
  }
  return groupRows(rows)
}

interface Choices {
  readonly find: (value: string) => string | undefined
  /** what no category of the shop is called */
  readonly unknown: readonly CategoryChoice[]
}

interface CategoryInput {
  readonly database: Database
  readonly records: readonly ProductRecord[]
  readonly earlier: readonly CategoryChoice[]
}

/** Which category each value of the file is: by its key or name, or as an administrator has chosen in this import or an earlier one. */
async function chooseCategories({ database, records, earlier }: CategoryInput): Promise<Choices> {
  const categories = await database.selectFrom('categories').select(['key', 'name']).execute()
  const known = new Map(categories.flatMap(({ key, name }) => [[name.toUpperCase(), key] as const, [key, key] as const]))
  const others = await database.selectFrom('product_imports').select('categories').orderBy('created_at', 'desc').limit(10).execute()
  const choices = [...earlier, ...others.flatMap((row) => row.categories)].filter((choice) => choice.isNew || choice.category !== null)
  // Of several choices the newest counts: that of this import.
  const choiceByValue = new Map(choices.toReversed().map((choice) => [choice.value, choice] as const))
  const values = new Set(records.flatMap(({ fields }) => fields.category?.slice(0, 200) ?? []))
  const unknown = [...values]
    .filter((value) => !known.has(toCategoryKey(value)))
    .map((value) => {
      const choice = choiceByValue.get(value)
      if (choice?.isNew) return { value, category: toNewKey(value), isNew: true }
      const isKnown = categories.some(({ key }) => key === choice?.category)
      return { value, category: isKnown ? (choice?.category ?? null) : null, isNew: false }
    })
  const chosen = new Map(unknown.flatMap(({ value, category }) => (category === null ? [] : [[value, category] as const])))
  return { find: (value) => known.get(toCategoryKey(value)) ?? chosen.get(value.slice(0, 200)), unknown }
}

/** The key of a category that the import adds. */
const toNewKey = (value: string): string => toSlug(value).toUpperCase().slice(0, 40).replace(/-$/, '') || 'OTHER'

interface PlanInput {
  readonly database: Database
  readonly id: string
  readonly records: readonly ProductRecord[]
  readonly choices: Choices
  readonly signal: AbortSignal
}

async function planItems({ database, id, records, choices, signal }: PlanInput): Promise<PlannedItem[]> {
  const files = await readFileNames({ database, id })
  const existing = await findExisting({ database, records })
  const matched = await matchRecords({ records, existing })
  const items: PlannedItem[] = []
  for await (const { record, product } of inSlices(matched)) {
    if (signal.aborted) break
    const isNameTaken = existing.names.has(record.fields.name?.toLowerCase() ?? '')
    items.push(planProduct({ record, context: { existing: product, findCategory: choices.find, files, isNameTaken } }))
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
          position int, line int, name text, product_id uuid, outcome text, changes jsonb, error text, warnings text[], plan jsonb, pictures jsonb
        )
      ), items as (
        insert into product_import_items (import_id, position, line, name, product_id, outcome, changes, error, warnings, plan)
        select ${id}, position, line, name, product_id, outcome, changes, error, warnings, plan from rows
      )
      insert into product_import_pictures (import_id, item, position, source, alt)
      select ${id}, rows.position, picture.position, source, alt
      from rows, jsonb_to_recordset(pictures) as picture (position int, source text, alt text)
    `.execute(trx)
  }
}
