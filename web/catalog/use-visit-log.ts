import { useEffect } from 'react'
import { maxLengths } from '#contract/business.ts'
import { call } from '../api/client.ts'

/** Logs one visit for each `view`, the loader data of a page. The timer keeps it at one in StrictMode, which runs effects twice. */
export function useVisitLog(view: object): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view is a new visit
  useEffect(() => {
    const timer = setTimeout(() => {
      call('logVisit', { body: { userAgent: navigator.userAgent.slice(0, maxLengths.userAgent) } }, { keepalive: true }).catch(() => {
        // A visit that could not be logged is ignored.
      })
    }, 0)
    return () => clearTimeout(timer)
  }, [view])
}
