import { useEffect, useState } from 'react'
import { Spinner } from './spinner.tsx'

/** Covers a grid with a spinner. Hidden without JavaScript, which is needed to remove it. */
export function LoadingOverlay({ elapsedMs = 0 }: { elapsedMs?: number }) {
  return (
    <div className="absolute -inset-2 z-10 hidden bg-page/90 js:block">
      <div className="sticky top-[35vh] flex justify-center pt-16 pb-8">
        <Spinner label="Loading products" elapsedMs={elapsedMs} />
      </div>
    </div>
  )
}

/** True until `durationMs` after `startedAt`, a time of performance.now(); 0 is the start of this document. */
export function useMinimumDelay({ startedAt, durationMs }: { startedAt: number; durationMs: number }): boolean {
  const [elapsedFor, setElapsedFor] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setElapsedFor(startedAt), Math.max(0, startedAt + durationMs - performance.now()))
    return () => clearTimeout(timer)
  }, [startedAt, durationMs])
  return durationMs > 0 && elapsedFor !== startedAt
}
