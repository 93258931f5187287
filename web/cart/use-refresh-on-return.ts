import { useEffect, useEffectEvent } from 'react'

/** Calls `refresh` whenever the shopper returns to the window, one call at a time. */
export function useRefreshOnReturn(refresh: () => Promise<void>): void {
  const onRefresh = useEffectEvent(refresh)
  useEffect(() => {
    let isRunning = false
    const onReturn = async () => {
      if (document.visibilityState !== 'visible' || isRunning) return
      isRunning = true
      await onRefresh()
      isRunning = false
    }
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
}
