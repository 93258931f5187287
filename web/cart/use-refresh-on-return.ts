import { useEffect, useEffectEvent } from 'react'

/** Calls `refresh` whenever the shopper returns to the window, one call at a time. */
export function useRefreshOnReturn(refresh: () => Promise<unknown>): void {
  const onRefresh = useEffectEvent(refresh)
  useEffect(() => {
    let isRunning = false
    const onReturn = async () => {
      if (document.visibilityState !== 'visible' || isRunning) return
      isRunning = true
      await onRefresh()
      isRunning = false
    }
    const listeners = new AbortController()
    window.addEventListener('focus', onReturn, { signal: listeners.signal })
    document.addEventListener('visibilitychange', onReturn, { signal: listeners.signal })
    return () => listeners.abort()
  }, [])
}
