import { useEffect, useEffectEvent } from 'react'

const firstIntervalMs = 3_000
const defaultMaxIntervalMs = 60_000

/**
 * Calls `refresh` repeatedly while `active`, at doubling intervals. Pauses while the tab is hidden, and calls at once when
 * it becomes visible again.
 */
export function usePolling({
  active,
  refresh,
  maxIntervalMs = defaultMaxIntervalMs,
}: {
  active: boolean
  refresh: () => Promise<void> | void
  maxIntervalMs?: number
}): void {
  const onRefresh = useEffectEvent(refresh)
  useEffect(() => {
    if (!active) return
    let intervalMs = firstIntervalMs
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const schedule = () => {
      clearTimeout(timer)
      if (!isStopped && document.visibilityState === 'visible') timer = setTimeout(poll, intervalMs)
    }
    const poll = async () => {
      intervalMs = Math.min(intervalMs * 2, maxIntervalMs)
      await onRefresh()
      schedule()
    }
    const onVisibilityChange = () => {
      clearTimeout(timer)
      intervalMs = firstIntervalMs
      if (document.visibilityState === 'visible') void poll()
    }
    schedule()
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [active, maxIntervalMs])
}
