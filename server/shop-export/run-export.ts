import { sql } from 'kysely'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { shopExportLimits, shopExportTexts } from '#contract/shop-export/shop-export-limits.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { readShopSettings } from '../shop-settings/read-settings.ts'
import { formatReadme, listExportFiles } from './files/list-files.ts'
import { countPictures, readPictures } from './files/pictures.ts'
import { exportPartKey, isExpired } from './shop-exports.ts'
import { writeZip } from './write-zip.ts'

/** Parts are stored and sent one after the other, so that a file of any size needs little memory. */
const usualPartBytes = 4 * 1024 * 1024

/** How often the row of an export says how far it is. */
const progressMs = 1_000

const claimSeconds = shopExportLimits.claimMinutes * 60

interface ExportStore {
  readonly database: Database
  readonly images: ImageStore
}

interface ExportRun extends ExportStore {
  /** for reports */
  readonly readDatabase: Database
  readonly settings: Settings
  readonly signal: AbortSignal
  readonly log: { error(details: object, message: string): void }
  /** smaller ones for tests */
  readonly partBytes?: number
}

interface Claim {
  readonly id: string
  readonly attempt: number
  readonly origin: string
}

/** No server writes it: none has begun, or the one that had is dead. */
const isUnclaimed = sql<boolean>`(claimed_at is null or claimed_at < now() - make_interval(secs => ${claimSeconds}))`

/** Another server works on the export, or it was deleted. */
class ClaimLostError extends Error {}

/** Writes the export that is requested, if no other server does. What went wrong is in its row, and in the log. */
export async function writeShopExport(run: ExportRun): Promise<void> {
  const claim = await claimExport(run)
  if (!claim) return
  try {
    await writeExport({ ...run, claim })
  } catch (err) {
    if (err instanceof ClaimLostError) return
    if (!run.signal.aborted) run.log.error({ err, export: claim.id }, 'Writing an export failed')
    await recordFailure({ ...run, claim, error: err })
  }
}

/** Takes the open export, after it has removed what an earlier attempt has stored. */
async function claimExport({ database, images }: ExportStore): Promise<Claim | undefined> {
  const open = await database
    .updateTable('shop_exports')
    .set((eb) => ({ state: 'running', claimed_at: sql<Date>`now()`, attempts: eb('attempts', '+', 1) }))
    .where('state', 'in', ['waiting', 'running'])
    .where(isUnclaimed)
    .returning(['id', 'attempts', 'parts', 'origin'])
    .executeTakeFirst()
  if (!open) return undefined
  const { id, attempts: attempt, parts, origin } = open
  if (attempt > 1) await removeParts({ images, id, attempt: attempt - 1, parts })
  const isOver = attempt > shopExportLimits.attempts
  await updateClaimed({
    database,
    claim: { id, attempt },
    values: {
      parts: 0,
      written: 0,
      ...(isOver && { state: 'failed' as const, error: shopExportTexts.interrupted, finished_at: sql<Date>`now()` }),
    },
  })
  return isOver ? undefined : { id, attempt, origin }
}

interface ClaimedUpdate {
  readonly database: Database
  readonly claim: Pick<Claim, 'id' | 'attempt'>
  readonly values: Readonly<Record<string, unknown>>
}

/** @throws ClaimLostError */
async function updateClaimed({ database, claim, values }: ClaimedUpdate): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('shop_exports')
    .set({ claimed_at: sql<Date>`now()`, ...values })
    .where('id', '=', claim.id)
    .where('attempts', '=', claim.attempt)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ClaimLostError()
}

async function writeExport(run: ExportRun & { claim: Claim }): Promise<void> {
  const { database, images, claim, settings, signal, partBytes = usualPartBytes } = run
  const shopSettings = await readShopSettings({ database, settings })
  let parts = 0
  let bytes = 0
  await writeZip({
    entries: listEntries({ ...run, shopSettings, onProgress: createProgress({ database, claim }) }),
    partBytes,
    signal,
    async storePart(content) {
      parts += 1
      bytes += content.length
      // Before the part: what a crash leaves in the store is found and removed later.
      await updateClaimed({ database, claim, values: { parts } })
      await images.write(exportPartKey({ ...claim, part: parts }), content)
    },
  })
  await updateClaimed({ database, claim, values: { state: 'ready', bytes, finished_at: sql`now()`, error: null } })
}

interface Progress {
  readonly step: string
  readonly written: number
  readonly total: number | null
}

/** Writes the progress now and then, and shows that this server is alive. */
function createProgress({ database, claim }: Omit<ClaimedUpdate, 'values'>) {
  let last: { step: string; at: number } | undefined
  return async (progress: Progress): Promise<void> => {
    const now = performance.now()
    if (last?.step === progress.step && now - last.at < progressMs) return
    last = { step: progress.step, at: now }
    await updateClaimed({ database, claim, values: { ...progress } })
  }
}

type Entries = ExportRun & {
  readonly claim: Claim
  readonly shopSettings: ShopSettings
  readonly onProgress: (progress: Progress) => Promise<void>
}

/** The files of the export in their order: README, tables, settings, pictures. */
async function* listEntries({ readDatabase, images, claim: { origin }, shopSettings, onProgress }: Entries) {
  const files = listExportFiles({ database: readDatabase, origin, settings: shopSettings })
  yield { name: 'README.txt', content: Buffer.from(formatReadme({ settings: shopSettings, day: toIndianDay(), files })) }
  for (const { name, open } of files) {
    await onProgress({ step: name, written: 0, total: null })
    let written = 0
    yield {
      name,
      content: open(async (count) => {
        written += count
        await onProgress({ step: name, written, total: null })
      }),
    }
  }
  const total = await countPictures({ database: readDatabase })
  let written = 0
  for await (const { name, bytes } of readPictures({ database: readDatabase, images })) {
    yield { name, content: bytes }
    written += 1
    await onProgress({ step: 'pictures', written, total })
  }
}

async function recordFailure({ database, claim, error, signal }: ExportRun & { claim: Claim; error: unknown }): Promise<void> {
  const isDiskFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
  const isFinal = isDiskFull || (!signal.aborted && claim.attempt >= shopExportLimits.attempts)
  const values = isFinal
    ? { state: 'failed', error: isDiskFull ? shopExportTexts.diskFull : shopExportTexts.failed, finished_at: sql`now()` }
    : // The next run begins again at once.
      { claimed_at: null }
  await updateClaimed({ database, claim, values }).catch((failure: unknown) => {
    if (!(failure instanceof ClaimLostError)) throw failure
  })
}

async function removeParts({ images, id, attempt, parts }: Pick<ExportStore, 'images'> & { id: string; attempt: number; parts: number }) {
  for (let part = 1; part <= parts; part += 1) await images.remove(exportPartKey({ id, attempt, part }))
}

/** Removes the files of deleted and old exports; failed ones keep nothing either. */
export async function removeDeletedExports({ database, images }: ExportStore): Promise<void> {
  await database.updateTable('shop_exports').set({ state: 'deleted' }).where(isExpired).execute()
  const gone = await database
    .selectFrom('shop_exports')
    .select(['id', 'attempts', 'parts', 'state'])
    .where((eb) => eb.or([eb('state', '=', 'deleted'), eb.and([eb('state', '=', 'failed'), eb('parts', '>', 0)])]))
    // The server that writes it has noticed, or is dead.
    .where((eb) => eb.or([eb('finished_at', 'is not', null), isUnclaimed]))
    .execute()
  for (const { id, attempts: attempt, parts, state } of gone) {
    await removeParts({ images, id, attempt, parts })
    if (state === 'deleted') await database.deleteFrom('shop_exports').where('id', '=', id).execute()
    else await database.updateTable('shop_exports').set({ parts: 0 }).where('id', '=', id).execute()
  }
}
