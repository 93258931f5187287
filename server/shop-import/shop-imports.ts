import { type Selectable, sql } from 'kysely'
import type { ShopImport, ShopImportChoiceMap } from '#contract/shop-import/shop-import.ts'
import { shopImportLimits as limits, type ShopImportState } from '#contract/shop-import/shop-import-limits.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { CsvCell } from '../csv/write-csv.ts'
import { countRows } from '../database/count-rows.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Tables } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { importPartKey } from './read/stored-file.ts'

type ImportRow = Selectable<Tables['shop_imports']> & { requestedBy: string | null }

const selectImports = (database: Database) =>
  database
    .selectFrom('shop_imports')
    .leftJoin('users', 'users.id', 'requested_by')
    .selectAll('shop_imports')
    .select('users.name as requestedBy')
    .where('state', '<>', 'deleted')

async function present({ database, row }: { database: Database; row: ImportRow }): Promise<ShopImport> {
  const problems = database.selectFrom('shop_import_problems').where('import_id', '=', row.id)
  const count = await countRows(problems)
  const shown = await problems
    .select(['file', 'line', 'name', 'reason'])
    .orderBy('file')
    .orderBy('line')
    .limit(limits.shownProblems)
    .execute()
  return {
    _id: row.id,
    fileName: row.file_name,
    bytes: Number(row.bytes),
    uploaded: row.parts,
    state: row.state as ShopImportState,
    step: row.step,
    written: row.written,
    error: row.error,
    shopName: row.shop_name,
    parts: row.report,
    skipped: row.skipped,
    choices: row.choices,
    problems: shown,
    problemCount: count,
    requestedBy: row.requestedBy,
    requestedAt: row.requested_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

/** The latest imports, newest first. */
export async function listShopImports({ database }: { database: Database }): Promise<ShopImport[]> {
  const rows = await selectImports(database).orderBy('requested_at', 'desc').limit(limits.shown).execute()
  return Promise.all(rows.map((row) => present({ database, row })))
}

interface OneImport {
  readonly database: Database
  readonly id: string
}

async function requireImport({ database, id }: OneImport): Promise<ImportRow> {
  const row = isUuid(id) ? await selectImports(database).where('shop_imports.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new AppError('shop_import_not_found')
  return row
}

/** @throws AppError shop_import_not_found */
export const readShopImport = async ({ database, id }: OneImport): Promise<ShopImport> =>
  present({ database, row: await requireImport({ database, id }) })

interface NewImport {
  readonly database: Database
  readonly fileName: string
  readonly bytes: number
  readonly actorId: string
}

/** Announces a file. One whose upload an administrator has given up makes room. @throws AppError shop_import_open */
export async function startShopImport({ database, fileName, bytes, actorId }: NewImport): Promise<ShopImport> {
  const started = await database.transaction().execute(async (trx) => {
    await trx
      .updateTable('shop_imports')
      .set({ state: 'deleted', finished_at: sql<Date>`now()` })
      .where('state', '=', 'uploading')
      .where('requested_by', '=', actorId)
      .execute()
    return trx
      .insertInto('shop_imports')
      .values({ file_name: fileName, bytes, requested_by: actorId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  })
  if (!started) throw new AppError('shop_import_open')
  return readShopImport({ database, id: started.id })
}

interface NewPart extends OneImport {
  readonly images: ImageStore
  /** numbers from 1 */
  readonly part: number
  readonly content: Buffer
}

/**
 * Stores a part of the file; the same one may come again. After the last one the file is checked.
 * @throws AppError shop_import_not_found
 * @throws AppError shop_import_part for one that is not the next one, or has another size than announced
 */
export async function addShopImportPart({ database, images, id, part, content }: NewPart): Promise<{ uploaded: number; isLast: boolean }> {
  const row = await requireImport({ database, id })
  const last = Math.ceil(Number(row.bytes) / limits.partBytes)
  const size = part === last ? Number(row.bytes) - (last - 1) * limits.partBytes : limits.partBytes
  if (row.state !== 'uploading' || part > row.parts + 1 || part > last || content.length !== size) throw new AppError('shop_import_part')
  await images.write(importPartKey({ id, part }), content)
  const isLast = part === last
  await database
    .updateTable('shop_imports')
    .set({ parts: sql<number>`greatest(parts, ${part}::int)`, ...(isLast && { state: 'checking' as const }) })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .execute()
  return { uploaded: Math.max(row.parts, part), isLast }
}

/**
 * Has a job take over what a checked file has; one that was stopped or has failed goes on.
 * @throws AppError shop_import_not_found, shop_import_changed, shop_import_open
 */
export async function runShopImport({ database, id, choices }: OneImport & { choices: ShopImportChoiceMap }): Promise<ShopImport> {
  const row = await requireImport({ database, id })
  if (row.state === 'running') return readShopImport({ database, id })
  const { numUpdatedRows } = await database
    .updateTable('shop_imports')
    .set({ state: 'running', choices: JSON.stringify(choices), error: null, finished_at: null, claimed_at: null, attempts: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['checked', 'stopped', 'failed'])
    // Only what was checked can run.
    .where(sql<boolean>`report <> '[]'`)
    .executeTakeFirst()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'shop_imports_one_at_a_time' ? new AppError('shop_import_open') : error
    })
  if (numUpdatedRows !== 1n) throw new AppError('shop_import_changed')
  return readShopImport({ database, id })
}

/** Stops a running import, which can go on later; deletes the file of another one. @throws AppError shop_import_not_found */
export async function deleteShopImport({ database, id }: OneImport): Promise<'stopped' | 'deleted'> {
  const { state } = await requireImport({ database, id })
  const next = state === 'running' ? 'stopped' : 'deleted'
  await database
    .updateTable('shop_imports')
    .set({ state: next, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
  return next
}

export const problemColumns = ['File', 'Line', 'Name', 'Reason'] as const

const problemsPerPart = 1_000

/** All problems of an import as CSV rows in parts. */
export async function* readProblems({ database, id }: OneImport): AsyncGenerator<CsvCell[][]> {
  let last = { file: '', line: 0 }
  for (;;) {
    const rows = await database
      .selectFrom('shop_import_problems')
      .select(['file', 'line', 'name', 'reason'])
      .where('import_id', '=', id)
      .where(sql<boolean>`(file, line) > (${last.file}, ${last.line}::int)`)
      .orderBy('file')
      .orderBy('line')
      .limit(problemsPerPart)
      .execute()
    yield rows.map(({ file, line, name, reason }) => [file, line, name, reason])
    const end = rows.at(-1)
    if (!end || rows.length < problemsPerPart) return
    last = end
  }
}
