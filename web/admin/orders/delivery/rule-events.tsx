import type { DeliveryRuleEvent } from '#contract/delivery/delivery-rules.ts'
import { formatDateTime } from '../../kit/format-time.ts'

const names: Record<DeliveryRuleEvent['event'], string> = {
  added: 'Added',
  changed: 'Changed',
  deleted: 'Deleted',
  imported: 'File imported',
}

/** Who has changed the rules, newest first. */
export function RuleEvents({ events }: { events: readonly DeliveryRuleEvent[] }) {
  if (events.length === 0) return null
  return (
    <section aria-labelledby="rule-events" className="flex flex-col gap-3 pt-4">
      <h2 id="rule-events" className="font-display text-2xl">
        Last changes
      </h2>
      <ol className="flex flex-col">
        {events.map(({ _id, event, text, happenedAt, by }) => (
          <li key={_id} className="border-b border-line py-2 text-sm">
            <p className="wrap-anywhere">
              <span className="font-semibold">{names[event]}</span> {text}
            </p>
            <p className="text-soft">{[formatDateTime(happenedAt), by].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
