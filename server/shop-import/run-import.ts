import { sql } from 'kysely'
import type { ShopImportReport } from '#contract/shop-import/shop-import.ts'
import { shopImportLimits as limits, shopImportTexts as texts } from '#contract/shop-import/shop-import-limits.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { countRows } from '../database/count-rows.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../kernel/settings.ts'
import { checkExport } from './check-export.ts'
import { describeProblem, type ImportContext, type ItemResult } from './parts/import-part.ts'
import { importParts } from './parts/list-parts.ts'
import { FileRefusedError, openExport } from './read/open-export.ts'
import { importPartKey } from './read/stored-file.ts'

const claimSeconds = limits.claimMinutes * 60

interface ImportStore {
  readonly database: Database
  readonly images: ImageStore
}

interface ImportRun extends ImportStore {
  readonly settings: Settings
  readonly signal: AbortSignal
  readonly log: ImportContext['log']
  /** products have changed */
  readonly onProgress: () => void
}

/** No server works on it: none has begun, or the one that had is dead. */
const isUnclaimed = sql<boolean>`(claimed_at is null or claimed_at < now() - make_interval(secs => ${claimSeconds}))`

/** Another server works on the import, or it was stopped. */
class ClaimLostError extends Error {}

/** Checks the uploaded file, or takes over what the checked one has, if no other server does. What went wrong is in its row. */
export async function checkAndRunImports(run: ImportRun): Promise<void> {
  const claim = await claimImport(run)
  if (!claim) return
  try {
    const file = await openExport({ images: run.images, id: claim.id, bytes: Number(claim.bytes) })
    try {
      if (claim.state === 'checking') await storeCheck({ ...run, claim, checked: await checkExport({ ...run, file }) })
      else await takeOver({ ...run, claim, file })
    } finally {
      file.close()
    }
  } catch (error) {
    if (error instanceof ClaimLostError) return
    await recordFailure({ ...run, claim, error })
  }
}

type Claim = NonNullable<Awaited<ReturnType<typeof claimImport>>>

async function claimImport({ database }: ImportStore) {
  const claim = await database
    .updateTable('shop_imports')
    .set((eb) => ({ claimed_at: sql<Date>`now()`, attempts: eb('attempts', '+', 1) }))
    .where('state', 'in', ['checking', 'running'])
    .where(isUnclaimed)
    .returningAll()
    .executeTakeFirst()
  if (!claim || claim.attempts <= limits.attempts) return claim
  await updateClaimed({ database, claim, values: { state: 'failed', error: texts.interrupted, finished_at: sql`now()` } })
  return undefined
}

interface ClaimedUpdate {
  readonly database: Database
  readonly claim: Claim
  readonly values: Readonly<Record<string, unknown>>
}

/** @throws ClaimLostError */
async function updateClaimed({ database, claim, values }: ClaimedUpdate): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('shop_imports')
    .set({ claimed_at: sql<Date>`now()`, ...values })
    .where('id', '=', claim.id)
    .where('attempts', '=', claim.attempts)
    .where('state', '=', claim.state)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ClaimLostError()
}

interface Check extends Omit<ClaimedUpdate, 'values'> {
  readonly checked: Awaited<ReturnType<typeof checkExport>>
}

const storeCheck = ({ database, claim, checked: { report, skipped, shopName } }: Check) =>
  updateClaimed({
    database,
    claim,
    values: {
      state: 'checked',
      report: JSON.stringify(report),
      skipped: JSON.stringify(skipped),
      shop_name: shopName,
      claimed_at: null,
      attempts: 0,
    },
  })

/**
 * Takes over one part after the other. What is saved is in the report, so that an interrupted run continues behind it; the last things may
 * be looked at twice, which changes nothing.
 */
async function takeOver({ claim, file, ...run }: ImportRun & { claim: Claim; file: ImportContext['file'] }): Promise<void> {
  const { database, signal } = run
  let report: ShopImportReport[] =
    claim.step === '' ? claim.report.map((part) => ({ ...part, new: 0, changed: 0, unchanged: 0, refused: 0 })) : claim.report
  const isResumed = claim.step !== ''
  const parts = importParts.filter(({ part }) => report.some((each) => each.part === part))
  const first = isResumed ? parts.findIndex((part) => part.part === claim.step) : 0
  for (const [index, part] of parts.slice(Math.max(0, first)).entries()) {
    let written = isResumed && index === 0 ? claim.written : 0
    await updateClaimed({ database, claim, values: { step: part.part, written, report: JSON.stringify(report) } })
    const context = {
      ...run,
      id: claim.id,
      fileName: claim.file_name,
      actorId: claim.requested_by ?? '',
      file,
      choice: claim.choices[part.part] ?? 'mine',
    }
    for await (const results of part.run(context, written)) {
      signal.throwIfAborted()
      written += results.length
      report = report.map((each) => (each.part === part.part ? addResults(each, results) : each))
      await storeProblems({ database, id: claim.id, file: part.file, results })
      await updateClaimed({ database, claim, values: { written, report: JSON.stringify(report) } })
      run.onProgress()
    }
  }
  await updateClaimed({ database, claim, values: { state: 'done', step: '', written: 0, error: null, finished_at: sql`now()` } })
}

function addResults(part: ShopImportReport, results: readonly ItemResult[]): ShopImportReport {
  const count = (outcome: ItemResult['outcome']) => part[outcome] + results.filter((result) => result.outcome === outcome).length
  return { ...part, new: count('new'), changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') }
}

interface Results {
  readonly database: Database
  /** of the import */
  readonly id: string
  readonly file: string
  readonly results: readonly ItemResult[]
}

async function storeProblems({ database, id, file, results }: Results): Promise<void> {
  const rows = results.flatMap(({ line, name, reason }) => (reason === null ? [] : [{ import_id: id, file, line, name, reason }]))
  if (rows.length === 0) return
  const count = await countRows(database.selectFrom('shop_import_problems').where('import_id', '=', id))
  if (count >= limits.problems) return
  await database
    .insertInto('shop_import_problems')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function recordFailure({ database, claim, error, signal, log }: ImportRun & { claim: Claim; error: unknown }): Promise<void> {
  const values = signal.aborted
    ? // The next run goes on at once.
      { claimed_at: null, attempts: Math.max(0, claim.attempts - 1) }
    : { state: 'failed', error: describeFailure({ error, id: claim.id, log }), finished_at: sql`now()` }
  await updateClaimed({ database, claim, values }).catch((failure: unknown) => {
    if (!(failure instanceof ClaimLostError)) throw failure
  })
}

const describeFailure = ({ error, id, log }: { error: unknown; id: string; log: ImportContext['log'] }): string =>
  error instanceof FileRefusedError ? error.message : describeProblem({ error, id, log })

/** Removes the files of deleted and old imports, and what has been given up. */
export async function removeDeletedImports({ database, images }: ImportStore): Promise<void> {
  const isOld = sql<boolean>`coalesce(finished_at, requested_at) < now() - make_interval(days => ${limits.fileDays})`
  await database
    .updateTable('shop_imports')
    .set({ state: 'deleted' })
    .where('state', 'in', ['uploading', 'checked', 'done', 'stopped', 'failed'])
    .where(isOld)
    .execute()
  const gone = await database.selectFrom('shop_imports').select(['id', 'parts']).where('state', '=', 'deleted').execute()
  for (const { id, parts } of gone) {
    for (let part = 1; part <= parts; part += 1) await images.remove(importPartKey({ id, part }))
    await database.deleteFrom('shop_imports').where('id', '=', id).execute()
  }
}
