import { useEffect } from 'react'
import { call } from '../api/client.ts'

/**
 * Counts one view of the storefront for each `view`, which is a new object for each page that is loaded. The timer makes
 * it one under StrictMode too, where effects run twice: the first run is taken back before it fires.
 */
export function useVisitLog(view: object): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is what is counted
  useEffect(() => {
    const timer = setTimeout(() => {
      call('logVisit', { body: { userAgent: navigator.userAgent.slice(0, 1_000) } }, { keepalive: true }).catch(() => {
        // A visit that is not counted is nothing to trouble a shopper with.
      })
    }, 0)
    return () => clearTimeout(timer)
  }, [view])
}
