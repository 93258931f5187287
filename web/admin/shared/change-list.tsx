import type { ActivityChanges } from '#contract/activity/activity.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { formatDateTime } from '../kit/format-time.ts'

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** `details.countryOfOrigin` → `Country of origin`. */
function formatField(name: string): string {
  const text = name
    .slice(name.indexOf('.') + 1)
    .replace(/_paise$/, '')
    .replaceAll('_', ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function formatValue({ name, value }: { name: string; value: unknown }): string {
  if (value === null || value === undefined) return 'empty'
  if (typeof value === 'number' && name.endsWith('_paise')) return formatRupees(value / 100)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return isTime.test(value) ? formatDateTime(value) : value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ')
  return JSON.stringify(value)
}

/** The changed fields of an entry with their values before and after; those with personal data have no values. */
export function ChangeList({ changes }: { changes: ActivityChanges }) {
  const entries = Object.entries(changes)
  if (entries.length === 0) return null
  return (
    <ul className="flex flex-col gap-0.5 text-soft">
      {entries.map(([name, change]) => (
        <li key={name} className="wrap-anywhere">
          <span className="font-medium text-ink">{formatField(name)}</span>
          {('before' in change || 'after' in change) && (
            <>
              : {formatValue({ name, value: change.before })} <span aria-hidden="true">→</span>
              <span className="sr-only">, then</span> {formatValue({ name, value: change.after })}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
