import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type ActivityChanges, type ActivityEntry, type activityCalls, activityPerPage } from '#contract/activity/activity.ts'
import { type ActivityKind, type RecordedCall, recordedCalls } from '#contract/activity/recorded-calls.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { type ActivitySource, activitySources, selectProducts } from './activity-sources.ts'
import { findChanges, type Row } from './find-changes.ts'

export type ActivityFilter = z.output<(typeof activityCalls)['exportActivity']['query']>

interface Position {
  /** microseconds matter */
  readonly at: string
  readonly key: string
}

interface EntryRow {
  readonly at: string
  readonly key: string
  readonly actorId: string | null
  readonly actorName: string | null
  readonly kind: ActivityKind
  readonly text: string
  readonly subjectId: string | null
  readonly subjectName: string
  readonly before: Row | null
  readonly after: Row | null
  readonly changes: ActivityChanges | null
  readonly hasValues: boolean
}

/** The table `activity` as a source: its actor and kind are columns. */
const ownSource: Omit<ActivitySource, 'kind'> = {
  from: sql`activity h`,
  id: sql`h.id`,
  at: sql`h.happened_at`,
  actor: sql`h.actor_id`,
  text: sql`h.action`,
  subjectId: sql`h.subject_id`,
  hasUuid: false,
  subjectName: sql`h.subject_name`,
  matches: (q) => sql`to_tsvector('simple', h.subject_name) @@ plainto_tsquery('simple', ${q})`,
  changes: sql`h.changes`,
  hasValues: true,
}

interface SourceQuery {
  readonly name: string
  readonly source: Omit<ActivitySource, 'kind'> & { readonly kind?: ActivityKind }
  readonly filter: ActivityFilter
  readonly after: Position | undefined
  readonly limit: number
  /** many products have the words of the search */
  readonly isWide: boolean
}

const startOfDay = (day: string, plusDays = 0) => sql`((${day}::date + ${plusDays}::int)::timestamp at time zone 'Asia/Kolkata')`

/** The newest entries of one source that a filter shows. */
function selectEntries({ name, source, filter, after, limit, isWide }: SourceQuery): RawBuilder<unknown> {
  const { at, actor, where = sql`true`, kind, subjectId } = source
  const { q = '', from, to, subject } = filter
  const key = sql`${name} || ':' || ${source.id}`
  const conditions = [
    sql`${where} and ${at} is not null`,
    ...(filter.actor === undefined ? [] : [sql`${actor} = ${filter.actor}::uuid`]),
    ...(kind === undefined && filter.kind !== undefined ? [sql`h.subject_kind = ${filter.kind}`] : []),
    ...(subject === undefined ? [] : [sql`${subjectId} = ${subject}${source.hasUuid ? sql`::uuid` : sql``}`]),
    ...(q.trim() === '' ? [] : [source.matches(q.trim(), { isWide })]),
    ...(from === undefined ? [] : [sql`${at} >= ${startOfDay(from)}`]),
    ...(to === undefined ? [] : [sql`${at} < ${startOfDay(to, 1)}`]),
    ...(after ? [sql`${at} <= ${after.at}::timestamptz and (${at} < ${after.at}::timestamptz or ${key} < ${after.key})`] : []),
  ]
  return sql`(
    select ${at} as happened_at, ${key} as key, ${actor} as actor_id, ${kind === undefined ? sql`h.actor_name` : source.isOfShop ? sql`'The shop'` : sql`null::text`} as actor_name,
      ${kind === undefined ? sql`h.subject_kind` : sql`${kind}::text`} as kind, ${source.text} as text, ${subjectId}::text as subject_id,
      ${source.subjectName} as subject_name, ${source.before ?? sql`null::jsonb`} as before, ${source.after ?? sql`null::jsonb`} as after,
      ${source.changes ?? sql`null::jsonb`} as changes, ${source.hasValues}::boolean as has_values
    from ${source.from} where ${sql.join(conditions, sql` and `)}
    order by ${at} desc, key desc limit ${limit}
  )`
}

function listSources({ filter }: { filter: ActivityFilter }) {
  const { kind, subject } = filter
  const others = Object.entries(activitySources).filter(
    ([, source]) => (kind === undefined || source.kind === kind) && (subject === undefined || !source.hasUuid || isUuid(subject)),
  )
  return [['activity', ownSource] as const, ...others]
}

/** Throws `AppError` (400) for a text that is no position. */
function parsePosition(text: string): Position {
  const [at = '', key] = text.split('|')
  if (key === undefined || Number.isNaN(Date.parse(at)))
    throw new AppError('invalid_request', { fields: { after: 'This page does not exist.' } })
  return { at, key }
}

function presentEntry({ before, after, changes, ...row }: EntryRow): ActivityEntry {
  return {
    _id: row.key,
    happenedAt: new Date(row.at).toISOString(),
    actor: { _id: row.actorId, name: row.actorName ?? 'A deleted account' },
    kind: row.kind,
    text: row.key.startsWith('activity:') ? (recordedCalls[row.text as RecordedCall]?.text ?? row.text) : row.text,
    subject: { _id: row.subjectId, name: row.subjectName },
    changes: changes ?? findChanges({ before, after, hasValues: row.hasValues }),
  }
}

const manyProducts = 200

async function findsManyProducts({ database, q }: { database: Database; q: string }): Promise<boolean> {
  if (q === '') return false
  const { rows } = await sql`${selectProducts(q)} limit ${manyProducts}`.execute(database)
  return rows.length === manyProducts
}

interface ActivityQuery {
  readonly database: Database
  readonly filter: ActivityFilter
  /** `next` of the page before */
  readonly after?: string | undefined
  readonly limit?: number
}

/**
 * What administrators have done, newest first.
 * @throws AppError 400 for an `after` that no page has returned
 */
export async function listActivity({ database, filter, after, limit = activityPerPage }: ActivityQuery) {
  if (filter.actor !== undefined && !isUuid(filter.actor)) return { entries: [], next: null }
  const position = after === undefined ? undefined : parsePosition(after)
  const isWide = await findsManyProducts({ database, q: filter.q?.trim() ?? '' })
  const parts = listSources({ filter }).map(([name, source]) =>
    selectEntries({ name, source, filter, after: position, limit: limit + 1, isWide }),
  )
  const { rows } = await sql<EntryRow>`
    select to_char(entry.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, entry.key, entry.actor_id as "actorId",
      coalesce(entry.actor_name, users.name) as "actorName", entry.kind, entry.text, entry.subject_id as "subjectId",
      entry.subject_name as "subjectName", entry.before, entry.after, entry.changes, entry.has_values as "hasValues"
    from (${sql.join(parts, sql` union all `)}) entry left join users on users.id = entry.actor_id
    order by entry.happened_at desc, entry.key desc limit ${limit + 1}
  `.execute(database)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { entries: shown.map(presentEntry), next: rows.length > limit && last ? `${last.at}|${last.key}` : null }
}

/** The administrators there are, for the filter of the list. */
export function listAdministrators({ database }: { database: Database }) {
  return database.selectFrom('users').select(['id as _id', 'name']).where('role', '=', 'admin').orderBy('name').execute()
}
