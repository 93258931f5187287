import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../ui/format-date.ts'
import { Icon } from '../ui/icon.tsx'
import { formatNotification } from './notification-text.ts'

export interface NotificationItem {
  readonly _id: string
  readonly number: string
  readonly event: string
  /** ISO 8601 */
  readonly happenedAt: string
  readonly unread: boolean
  /** the order's page */
  readonly to: string
}

export interface NotificationsProps {
  items: readonly NotificationItem[]
  unread: number
  /** why they could not be loaded */
  error?: string | undefined
  onOpen?: (() => void) | undefined
  /** links below the list */
  renderLinks?: ((close: () => void) => ReactNode) | undefined
}

/** The bell with its unread mark and the list that it opens. */
export function NotificationList({ items, unread, error, onOpen, renderLinks }: NotificationsProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) onOpen?.()
      }}
    >
      <Popover.Trigger
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        className="relative inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk data-[state=open]:bg-sunk"
      >
        <Icon name="bell" size={22} />
        {unread > 0 && (
          <span data-unread aria-hidden="true" className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-paper bg-thread" />
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Notifications"
          align="end"
          sideOffset={8}
          collisionPadding={16}
          className="rise-in z-50 flex max-h-[min(32rem,var(--radix-popover-content-available-height))] w-[min(22rem,calc(100vw-2rem))] flex-col rounded-control border border-line bg-raised text-ink shadow-lift outline-none"
        >
          <h2 className="px-5 pt-5 pb-2 font-display text-xl">Notifications</h2>
          {items.length === 0 && (
            <p className="px-5 pb-5 text-soft">{error ?? 'No notifications yet. Updates on your orders will appear here.'}</p>
          )}
          {items.length > 0 && (
            <ul className="overflow-y-auto px-2 pb-2">
              {items.map(({ _id, to, number, event, happenedAt, unread: isUnread }) => (
                <li key={_id} className="border-line not-last:border-b">
                  <Link
                    to={to}
                    onClick={close}
                    className="flex min-h-14 flex-col justify-center rounded-control px-3 py-2.5 hover:bg-sunk focus-visible:-outline-offset-2"
                  >
                    <span className={isUnread ? 'font-semibold' : ''}>
                      {formatNotification({ number, event })}
                      {isUnread && <span className="sr-only">, unread</span>}
                    </span>
                    <time dateTime={happenedAt} className="text-sm text-soft tabular-nums">
                      {formatDateTime(happenedAt)}
                    </time>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {renderLinks && <div className="flex flex-wrap gap-x-6 border-t border-line px-5 py-2">{renderLinks(close)}</div>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
