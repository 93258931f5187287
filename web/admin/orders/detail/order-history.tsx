import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { describeOrderEvent, listChangedValues, type OrderEvent } from '#contract/orders/order-events.ts'
import { DrawerSection } from '../../kit/drawer.tsx'
import { formatDateTime } from '../../kit/format-time.ts'

const roles = { guest: 'the guest', shopper: 'the shopper', admin: 'an administrator', system: 'the shop' }

/** What happened to an order, with the old and new values of what an administrator has changed. */
export function OrderHistory({ events }: Pick<AdminOrderDetail, 'events'>) {
  return (
    <DrawerSection title="History">
      <ol className="flex flex-col text-sm">
        {events.map(({ event, type = event, change, actor, actorName, happenedAt }) => {
          const recorded = { event: type as OrderEvent, change }
          const changes = listChangedValues(recorded)
          return (
            <li key={event + happenedAt} className="flex flex-wrap justify-between gap-x-6 border-line py-1.5 not-last:border-b">
              <span>
                <span className="font-semibold">{change ? describeOrderEvent(recorded) : event}</span>{' '}
                <span className="text-soft">by {actorName ?? roles[actor]}</span>
              </span>
              <time dateTime={happenedAt} className="text-soft tabular-nums">
                {formatDateTime(happenedAt)}
              </time>
              {changes.length > 0 && (
                <ul className="w-full wrap-anywhere text-soft">
                  {changes.map(({ label, before, after }) => (
                    <li key={label}>
                      {label}: <del>{before || 'none'}</del> <span className="sr-only">is now</span>
                      <span aria-hidden="true">→</span> <span className="text-ink">{after || 'none'}</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ol>
    </DrawerSection>
  )
}
