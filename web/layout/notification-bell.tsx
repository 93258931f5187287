import { Popover } from 'radix-ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { call } from '../api/client.ts'
import { useSession } from '../auth/session.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { Icon } from '../ui/icon.tsx'

type Reply = CallReply<'getNotifications'>

const empty: Reply = { notifications: [], unread: 0 }
const loadFailed = 'We could not load your notifications.'
const minIntervalMs = 5_000

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
}

/** The bell with a shopper's order notifications. Loads them on navigation and on return to the window; administrators have none. */
export function NotificationBell() {
  const isShopper = useSession(({ user }) => user?.role === 'user')
  const { pathname } = useLocation()
  const [{ notifications, unread }, setReply] = useState(empty)
  const [error, setError] = useState<string>()
  const [open, setOpen] = useState(false)
  const loadedAt = useRef(Number.NEGATIVE_INFINITY)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const refresh = useCallback(async () => {
    clearTimeout(timer.current)
    if (!isShopper || document.visibilityState !== 'visible') return
    const waitMs = loadedAt.current + minIntervalMs - performance.now()
    if (waitMs > 0) {
      timer.current = setTimeout(refresh, waitMs)
      return
    }
    loadedAt.current = performance.now()
    try {
      // Not `callSignedIn`: a failed refresh must not redirect to the login screen.
      setReply(await call('getNotifications', {}))
      setError(undefined)
    } catch {
      setError(loadFailed)
    }
  }, [isShopper])

  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes after every navigation
  useEffect(() => {
    refresh()
  }, [refresh, pathname])

  useEffect(() => {
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
      clearTimeout(timer.current)
    }
  }, [refresh])

  /** Loads before it marks as read, so that only shown notifications are marked. They stay bold until the next refresh. */
  const loadAndMarkRead = async () => {
    try {
      const fresh = await call('getNotifications', {})
      loadedAt.current = performance.now()
      setReply({ ...fresh, unread: 0 })
      setError(undefined)
      if (fresh.unread > 0) await call('markNotificationsRead', {})
    } catch {
      setError(loadFailed)
    }
  }

  const close = () => setOpen(false)
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next && isShopper) loadAndMarkRead()
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
          {notifications.length === 0 && (
            <p className="px-5 pb-5 text-soft">{error ?? 'No notifications yet. Updates on your orders will appear here.'}</p>
          )}
          {notifications.length > 0 && (
            <ul className="overflow-y-auto px-2 pb-2">
              {notifications.map(({ _id, orderId, number, event, happenedAt, unread: isUnread }) => (
                <li key={_id} className="border-line not-last:border-b">
                  <Link
                    to={`/UserDashboard/orders/${orderId}`}
                    onClick={close}
                    className="flex min-h-14 flex-col justify-center rounded-control px-3 py-2.5 hover:bg-sunk focus-visible:-outline-offset-2"
                  >
                    <span className={isUnread ? 'font-semibold' : ''}>
                      Order {number} {eventTexts[event] ?? `was updated: ${event}`}
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
          {isShopper && (
            <div className="flex flex-wrap gap-x-6 border-t border-line px-5 py-2">
              <Link to="/UserDashboard/myOrders" onClick={close} className="link inline-flex min-h-11 items-center">
                Card orders
              </Link>
              <Link to="/UserDashboard/codOrders" onClick={close} className="link inline-flex min-h-11 items-center">
                Cash on delivery orders
              </Link>
            </div>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
