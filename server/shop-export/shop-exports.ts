import { sql } from 'kysely'
import type { ShopExport } from '#contract/shop-export/shop-export.ts'
import { type ExportState, shopExportLimits } from '#contract/shop-export/shop-export-limits.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'

/** The key of a part of an export in the file store. */
export const exportPartKey = ({ id, attempt, part }: { id: string; attempt: number; part: number }): string =>
  `exports/${id}/${attempt}/${part}`

const selectExports = (database: Database) =>
  database
    .selectFrom('shop_exports')
    .leftJoin('users', 'users.id', 'requested_by')
    .select(['shop_exports.id', 'state', 'step', 'written', 'total', 'error', 'bytes', 'parts', 'attempts'])
    .select(['requested_at', 'finished_at', 'users.name as requested_by'])
    .where('state', '<>', 'deleted')
    .$narrowType<{ state: ExportState }>()

type ExportRow = Awaited<ReturnType<ReturnType<typeof selectExports>['execute']>>[number]

const millisecondsPerDay = 86_400_000

const presentExport = (row: ExportRow): ShopExport => ({
  _id: row.id,
  state: row.state,
  step: row.step,
  written: row.written,
  total: row.total,
  error: row.error,
  bytes: row.bytes,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  deletedAt:
    row.state === 'ready' && row.finished_at
      ? new Date(row.finished_at.getTime() + shopExportLimits.fileDays * millisecondsPerDay).toISOString()
      : null,
})

/** The latest exports, newest first. */
export async function listShopExports({ database }: { database: Database }): Promise<ShopExport[]> {
  const rows = await selectExports(database).orderBy('requested_at', 'desc').limit(shopExportLimits.shown).execute()
  return rows.map(presentExport)
}

interface OfExport {
  readonly database: Database
  readonly id: string
}

async function requireExport({ database, id }: OfExport): Promise<ExportRow> {
  const row = isUuid(id) ? await selectExports(database).where('shop_exports.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new AppError('shop_export_not_found')
  return row
}

/** @throws AppError shop_export_not_found */
export const readShopExport = async (options: OfExport): Promise<ShopExport> => presentExport(await requireExport(options))

/**
 * Requests an export, which a job writes. `origin` is that of the addresses of pictures.
 * @throws AppError shop_export_running
 */
export async function startShopExport({ database, origin, actorId }: { database: Database; origin: string; actorId: string }) {
  const started = await database
    .insertInto('shop_exports')
    .values({ origin, requested_by: actorId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('shop_export_running'))
  return readShopExport({ database, id: started.id })
}

/** Deletes a file, or stops the job that writes it. The job removes what is stored. @throws AppError shop_export_not_found */
export async function deleteShopExport({ database, id }: OfExport): Promise<void> {
  await requireExport({ database, id })
  await database.updateTable('shop_exports').set({ state: 'deleted' }).where('id', '=', id).execute()
}

/**
 * Where the file of an export is stored.
 * @throws AppError shop_export_not_found
 * @throws AppError shop_export_not_ready
 */
export async function findStoredFile({ database, id }: OfExport) {
  const { state, bytes, parts, attempts: attempt, finished_at } = await requireExport({ database, id })
  if (state !== 'ready' || bytes === null || !finished_at) throw new AppError('shop_export_not_ready')
  return { id, bytes, parts, attempt, finishedAt: finished_at }
}

/** Whether the file of an export is older than it may be. */
export const isExpired = sql<boolean>`state in ('ready', 'failed') and finished_at < now() - make_interval(days => ${shopExportLimits.fileDays})`
