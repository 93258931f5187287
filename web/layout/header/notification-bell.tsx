import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { call } from '../../api/client.ts'
import { formatDateTime } from '../../ui/format-date.ts'
import { bellIcon, Icon } from '../../ui/icon.tsx'
import { useNotifications } from './use-notifications.ts'

const source = {
  empty: { notifications: [], unread: 0 } as CallReply<'GET /users/notifications'>,
  load: () => call('GET /users/notifications', {}),
  markRead: () => call('POST /users/notifications/read', {}),
  countPending: () => 0,
}

/** Completes `Order 7K3M-9QXT …`. */
const eventTexts: Readonly<Record<string, string>> = {
  Placed: 'was placed',
  Paid: 'was paid',
  Confirmed: 'was confirmed',
  Packed: 'was packed',
  Shipped: 'was shipped',
  Delivered: 'was delivered',
  Cancelled: 'was cancelled',
  Refused: 'was refused on delivery',
  Undelivered: 'could not be delivered',
  Refunded: 'was refunded',
  'Address incomplete': 'needs its complete address',
  'Address completed': 'has its complete address',
  'Address changed': 'has another delivery address',
  'Size changed': 'has an item in another size',
  'Items removed': 'has fewer items',
}

/** The bell with a shopper's order notifications. */
export function ShopperBell() {
  const { reply, error, loadAndMarkRead } = useNotifications(source)
  const { notifications, unread } = reply
  return (
    <Bell unread={unread} onOpen={loadAndMarkRead}>
      {(close) => (
        <>
          {notifications.length === 0 && (
            <p className="px-5 pb-5 text-soft">{error ?? 'No notifications yet. Updates on your orders will appear here.'}</p>
          )}
          {notifications.length > 0 && (
            <ul className="overflow-y-auto px-2 pb-2">
              {notifications.map(({ _id, orderId, number, event, happenedAt, unread: isUnread }) => (
                <NotificationItem
                  key={_id}
                  to={`/UserDashboard/orders/${orderId}`}
                  onSelect={close}
                  unread={isUnread}
                  detail={<time dateTime={happenedAt}>{formatDateTime(happenedAt)}</time>}
                >
                  Order {number} {eventTexts[event] ?? `was updated: ${event}`}
                </NotificationItem>
              ))}
            </ul>
          )}
          <BellLinks
            onSelect={close}
            links={[
              ['/UserDashboard/allOrders', 'My orders'],
              ['/UserDashboard/myOrders', 'Orders paid online'],
              ['/UserDashboard/codOrders', 'Cash on delivery orders'],
            ]}
          />
        </>
      )}
    </Bell>
  )
}

/** A bell that marks unread notifications with a dot and opens a list. */
export function Bell({ unread, onOpen, children }: { unread: number; onOpen: () => void; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) onOpen()
      }}
    >
      <Popover.Trigger
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        className="relative inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk data-[state=open]:bg-sunk"
      >
        <Icon path={bellIcon} size={22} />
        {unread > 0 && (
          <span data-unread aria-hidden="true" className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-page bg-thread" />
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
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface NotificationItemProps {
  to: string
  onSelect: () => void
  unread: boolean
  detail: ReactNode
  children: ReactNode
}

/** A list item that links to its subject. */
export function NotificationItem({ to, onSelect, unread, detail, children }: NotificationItemProps) {
  return (
    <li className="border-line not-last:border-b">
      <Link
        to={to}
        onClick={onSelect}
        className="flex min-h-14 flex-col justify-center rounded-control px-3 py-2.5 hover:bg-sunk focus-visible:-outline-offset-2"
      >
        <span className={unread ? 'font-semibold' : ''}>
          {children}
          {unread && <span className="sr-only">, unread</span>}
        </span>
        <span className="text-sm text-soft tabular-nums">{detail}</span>
      </Link>
    </li>
  )
}

/** The links below the notifications. */
export function BellLinks({ links, onSelect }: { links: readonly (readonly [to: string, label: string])[]; onSelect: () => void }) {
  return (
    <div className="flex flex-wrap gap-x-6 border-t border-line px-5 py-2">
      {links.map(([to, label]) => (
        <Link key={to} to={to} onClick={onSelect} className="link inline-flex min-h-11 items-center">
          {label}
        </Link>
      ))}
    </div>
  )
}
