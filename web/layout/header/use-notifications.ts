import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

const loadFailed = 'We could not load your notifications.'
const minIntervalMs = 5_000
const pollIntervalMs = 60_000

/** A constant of its module. */
interface NotificationSource<Reply> {
  readonly empty: Reply
  /** Not with `callSignedIn`: a failed refresh must not redirect to the login screen. */
  readonly load: () => Promise<Reply>
  readonly markRead: () => Promise<unknown>
  /** what stays unread once the list is read */
  readonly countPending: (reply: Reply) => number
}

/** Loads notifications on navigation, on return to the window and every minute. */
export function useNotifications<Reply extends { readonly unread: number }>({ empty, load, ...source }: NotificationSource<Reply>) {
  const { pathname } = useLocation()
  const [reply, setReply] = useState(empty)
  const [error, setError] = useState<string>()
  const loadedAt = useRef(Number.NEGATIVE_INFINITY)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const refresh = useCallback(async () => {
    clearTimeout(timer.current)
    if (document.visibilityState !== 'visible') return
    const waitMs = loadedAt.current + minIntervalMs - performance.now()
    timer.current = setTimeout(refresh, waitMs > 0 ? waitMs : pollIntervalMs)
    if (waitMs > 0) return
    loadedAt.current = performance.now()
    try {
      setReply(await load())
      setError(undefined)
    } catch {
      setError(loadFailed)
    }
  }, [load])

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
      const fresh = await load()
      loadedAt.current = performance.now()
      setReply({ ...fresh, unread: source.countPending(fresh) })
      setError(undefined)
      if (fresh.unread > 0) await source.markRead()
    } catch {
      setError(loadFailed)
    }
  }

  return { reply, error, loadAndMarkRead }
}
