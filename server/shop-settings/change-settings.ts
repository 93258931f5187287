import { sql } from 'kysely'
import { type SettingGroup, settingGroups } from '#contract/settings/setting-groups.ts'
import type { SettingHistoryEntry } from '#contract/settings/settings.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { settingsChannel } from '../database/settings-channel.ts'
import { AppError } from '../kernel/errors.ts'
import { forEachSettled } from '../kernel/for-each-settled.ts'

interface Change {
  readonly database: Database
  readonly group: SettingGroup
  /** of the group, as the administrator saw it; 0: never changed */
  readonly version: number
  /** the administrator */
  readonly by: string
}

/** Locks a group and compares its version. @throws AppError settings_changed */
async function lockGroup({ transaction, group, version }: Pick<Change, 'group' | 'version'> & { transaction: Transaction }) {
  await transaction
    .insertInto('settings')
    .values({ key: group, version: 0 })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await transaction.selectFrom('settings').selectAll().where('key', '=', group).forUpdate().executeTakeFirstOrThrow()
  if (row.version !== version) throw new AppError('settings_changed')
  return row
}

type Values = { value?: string | null; draft?: string | null; publish_at?: Date | null }

async function writeGroup({
  transaction,
  group,
  version,
  by,
  values,
}: Omit<Change, 'database' | 'by'> & { transaction: Transaction; by: string | null; values: Values }) {
  await transaction
    .updateTable('settings')
    .set({ ...values, version: version + 1, changed_by: by, changed_at: sql`now()` })
    .where('key', '=', group)
    .execute()
}

interface Publication extends Omit<Change, 'database' | 'by'> {
  readonly transaction: Transaction
  readonly by: string | null
  readonly kind: SettingHistoryEntry['kind']
  readonly value: Readonly<Record<string, unknown>> | null
}

/** Shows a value in the shop, and tells the processes when the transaction is committed. */
async function publishValue({ transaction, group, version, by, kind, value }: Publication): Promise<void> {
  const json = value && JSON.stringify(value)
  const isPublished = kind === 'published'
  await writeGroup({ transaction, group, version, by, values: { value: json, ...(isPublished && { draft: null, publish_at: null }) } })
  await transaction
    .insertInto('settings_history')
    .values({ key: group, version: version + 1, kind, value: json, changed_by: by })
    .execute()
  await sql`select pg_notify(${settingsChannel}, '')`.execute(transaction)
}

/**
 * Saves a draft of all fields of a group.
 * @throws AppError invalid_request with a sentence for each field
 * @throws AppError settings_changed
 */
export async function saveDraft({ database, value, ...change }: Change & { value: unknown }): Promise<void> {
  const parsed = settingGroups[change.group].safeParse(value)
  if (!parsed.success) {
    const fields = Object.fromEntries(parsed.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
    throw new AppError('invalid_request', { fields })
  }
  await database.transaction().execute(async (transaction) => {
    await lockGroup({ transaction, ...change })
    if ('invoicePrefix' in parsed.data) await rejectUsedPrefixes({ transaction, ...parsed.data })
    await writeGroup({ transaction, ...change, values: { draft: JSON.stringify(parsed.data), publish_at: null } })
  })
}

interface Prefixes {
  readonly transaction: Transaction
  readonly invoicePrefix: string
  readonly creditPrefix: string
}

/** A series has one kind of documents in a year. @throws AppError invalid_request for a prefix that the other kind has used since April. */
async function rejectUsedPrefixes({ transaction, invoicePrefix, creditPrefix }: Prefixes): Promise<void> {
  const { rows } = await sql<{ field: string; prefix: string }>`
    select distinct case when kind = 'credit note' then 'invoicePrefix' else 'creditPrefix' end as field, series as prefix from documents
    where issued_at >= (date_trunc('year', (now() at time zone 'Asia/Kolkata') - interval '3 months') + interval '3 months') at time zone 'Asia/Kolkata'
      and ((kind = 'credit note' and series = ${invoicePrefix}) or (kind <> 'credit note' and series = ${creditPrefix}))
  `.execute(transaction)
  if (rows.length === 0) return
  const describe = (field: string) => (field === 'invoicePrefix' ? 'Credit notes' : 'Invoices')
  throw new AppError('invalid_request', {
    fields: Object.fromEntries(
      rows.map(({ field, prefix }) => [field, `${describe(field)} of this financial year have the prefix ${prefix}.`]),
    ),
  })
}

/** Deletes the draft of a group. @throws AppError settings_changed */
export async function discardDraft({ database, ...change }: Change): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockGroup({ transaction, ...change })
    await writeGroup({ transaction, ...change, values: { draft: null, publish_at: null } })
  })
}

/**
 * Shows the draft of a group in the shop; with `at` a job does so at that time.
 * @throws AppError settings_changed, settings_draft_missing, settings_publication_passed
 */
export async function publishDraft({ database, at, ...change }: Change & { at: Date | null }): Promise<void> {
  if (at !== null && at.getTime() <= Date.now()) throw new AppError('settings_publication_passed')
  await database.transaction().execute(async (transaction) => {
    const { draft } = await lockGroup({ transaction, ...change })
    if (draft === null) throw new AppError('settings_draft_missing')
    if (at === null) await publishValue({ transaction, ...change, kind: 'published', value: draft })
    else await writeGroup({ transaction, ...change, values: { publish_at: at } })
  })
}

/**
 * Shows what was published before the last publication, or the defaults. A second time shows it again.
 * @throws AppError settings_changed, settings_nothing_to_undo
 */
export async function undoPublication({ database, ...change }: Change): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockGroup({ transaction, ...change })
    const [last, before] = await transaction
      .selectFrom('settings_history')
      .select(['id', 'value'])
      .where('key', '=', change.group)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    if (last === undefined) throw new AppError('settings_nothing_to_undo')
    await publishValue({ transaction, ...change, kind: 'taken back', value: before?.value ?? null })
  })
}

/** Publishes the drafts whose time has come, also when some fail, and throws their errors together. Returns how many. */
export async function publishDueDrafts({ database }: { database: Database }): Promise<number> {
  const isDue = sql<boolean>`publish_at <= now()`
  const due = await database.selectFrom('settings').select('key').where(isDue).execute()
  let published = 0
  await forEachSettled(due, ({ key: group }) =>
    database.transaction().execute(async (transaction) => {
      const settings = transaction.selectFrom('settings').select(['draft', 'version', 'changed_by']).where('key', '=', group)
      const row = await settings.where(isDue).forUpdate().skipLocked().executeTakeFirst()
      // Another server may have published it.
      if (!row) return
      await publishValue({ transaction, group, version: row.version, by: row.changed_by, kind: 'published', value: row.draft })
      published += 1
    }),
  )
  return published
}
