import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { call } from '../api/client.ts'
import { useSession } from '../auth/session.ts'
import { NotificationList } from './notification-list.tsx'

type Reply = CallReply<'getNotifications'>

const empty: Reply = { notifications: [], unread: 0 }
const loadFailed = 'We could not load your notifications.'
const minIntervalMs = 5_000

/** The bell with a shopper's order notifications. Loads them on navigation and on return to the window; administrators have none. */
export function NotificationBell() {
  const isShopper = useSession(({ user }) => user?.role === 'user')
  const { pathname } = useLocation()
  const [reply, setReply] = useState(empty)
  const [error, setError] = useState<string>()
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
  const openList = async () => {
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

  return (
    <NotificationList
      items={reply.notifications.map(({ orderId, ...item }) => ({ ...item, to: `/UserDashboard/orders/${orderId}` }))}
      unread={reply.unread}
      error={error}
      onOpen={isShopper ? openList : undefined}
      renderLinks={isShopper ? (close) => <OrderListLinks onFollow={close} /> : undefined}
    />
  )
}

function OrderListLinks({ onFollow }: { onFollow: () => void }) {
  return (
    <>
      <Link to="/UserDashboard/myOrders" onClick={onFollow} className="link inline-flex min-h-11 items-center">
        Card orders
      </Link>
      <Link to="/UserDashboard/codOrders" onClick={onFollow} className="link inline-flex min-h-11 items-center">
        Cash on delivery orders
      </Link>
    </>
  )
}
