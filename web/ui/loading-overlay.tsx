import { useEffect, useState } from 'react'
import { Spinner } from './spinner.tsx'

/** Lies over a grid, and only with JavaScript, which alone can lift it. */
export function Cover({ elapsed = 0 }: { elapsed?: number }) {
  return (
    <div className="absolute -inset-2 z-10 hidden bg-paper/90 js:block">
      <div className="sticky top-[35vh] flex justify-center pt-16 pb-8">
        <Spinner label="Loading products" elapsed={elapsed} />
      </div>
    </div>
  )
}

/**
 * True until `duration` milliseconds after a page was asked for. `asked` is on the clock of performance.now(), so 0 is the
 * moment this document was asked for.
 */
export function useCovered({ asked, duration }: { asked: number; duration: number }): boolean {
  const [liftedFor, setLiftedFor] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setLiftedFor(asked), Math.max(0, asked + duration - performance.now()))
    return () => clearTimeout(timer)
  }, [asked, duration])
  return duration > 0 && liftedFor !== asked
}
