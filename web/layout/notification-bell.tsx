import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { call } from '../api/client.ts'
import { useSession } from '../auth/session.ts'
import { Link } from '../ui/link.tsx'
import { NotificationList } from './notification-list.tsx'

type News = CallReply<'getNotifications'>

const none: News = { notifications: [], unread: 0 }

/** Milliseconds between two looks, however often the page changes or the window comes back. */
const restBetweenLooks = 5_000

/** The bell with news of the shopper's orders. An administrator has no orders, so for them nobody asks. */
export function NotificationBell() {
  const shopper = useSession(({ user }) => user?.role === 'user')
  const { pathname } = useLocation()
  const [news, setNews] = useState(none)
  const [problem, setProblem] = useState<string>()
  const lookedAt = useRef(Number.NEGATIVE_INFINITY)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)

  const look = useCallback(async () => {
    clearTimeout(later.current)
    if (!shopper || document.visibilityState !== 'visible') return
    const rest = lookedAt.current + restBetweenLooks - performance.now()
    if (rest > 0) {
      // Put off and not left out: what has just been ordered is worth a dot on this page too.
      later.current = setTimeout(look, rest)
      return
    }
    lookedAt.current = performance.now()
    try {
      // Not `callSignedIn`: a bell in a corner is no reason to lead anyone to the login screen.
      setNews(await call('getNotifications', {}))
      setProblem(undefined)
    } catch {
      setProblem('Your news could not be fetched just now.')
    }
  }, [shopper])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of page is a moment to look
  useEffect(() => {
    look()
  }, [look, pathname])

  useEffect(() => {
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
      clearTimeout(later.current)
    }
  }, [look])

  /** Fetches before it marks, so that nothing is marked that was not shown. The lines keep their weight until the next look. */
  const openList = async () => {
    try {
      const fresh = await call('getNotifications', {})
      lookedAt.current = performance.now()
      setNews({ ...fresh, unread: 0 })
      setProblem(undefined)
      if (fresh.unread > 0) await call('markNotificationsRead', {})
    } catch {
      setProblem('Your news could not be fetched just now.')
    }
  }

  return (
    <NotificationList
      items={news.notifications.map(({ orderId, ...item }) => ({ ...item, to: `/UserDashboard/orders/${orderId}` }))}
      unread={news.unread}
      problem={problem}
      onOpen={shopper ? openList : undefined}
      renderWays={shopper ? (close) => <OrderWays onFollow={close} /> : undefined}
    />
  )
}

function OrderWays({ onFollow }: { onFollow: () => void }) {
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
