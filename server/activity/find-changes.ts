import type { ActivityChanges } from '#contract/activity/activity.ts'
import { cutText } from '#contract/kernel/cut-text.ts'

const maxValueLength = 1_000

/** Columns that change by themselves, or that the shop derives from others. */
const derivedColumns = new Set([
  'id',
  'version',
  'pictures_version',
  'details_version',
  'search_text',
  'search_vector',
  'undeclared',
  'needs_declarations',
  'units_sold',
  'stock',
  'low_stock_at',
  'created_at',
  'changed_at',
  'changed_by',
  'deleted_at',
  'hidden_as',
  'hits',
  'last_hit_at',
  'to_key',
  'acknowledged_by',
  'settled_by',
  'entered_by',
  'next_due_at',
])

export type Row = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The columns of a row; those of a jsonb column have names such as `details.fabric`. */
function flatten(row: Row | null): Record<string, unknown> {
  const entries = Object.entries(row ?? {}).flatMap(([name, value]) =>
    isObject(value) ? Object.entries(value).map(([key, inner]) => [`${name}.${key}`, inner] as const) : [[name, value] as const],
  )
  return Object.fromEntries(entries.filter(([name, value]) => !derivedColumns.has(name) && value !== null && value !== ''))
}

const toShown = (value: unknown): unknown => (typeof value === 'string' ? cutText(value, maxValueLength) : (value ?? null))

/** What differs between two states of a row; null: it does not exist. `hasValues`: false where the values are personal data. */
export function findChanges({ before, after, hasValues }: { before: Row | null; after: Row | null; hasValues: boolean }): ActivityChanges {
  const [from, to] = [flatten(before), flatten(after)]
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  const changed = names.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
  return Object.fromEntries(changed.map((name) => [name, hasValues ? { before: toShown(from[name]), after: toShown(to[name]) } : {}]))
}
