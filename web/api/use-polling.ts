import { useEffect, useRef } from 'react'

/** Milliseconds until the first look; each later one waits twice as long, up to the last. */
const pauses = { first: 3_000, last: 60_000 } as const

/**
 * Looks again and again while something is under way that others finish. Nobody looks behind a hidden tab; whoever comes
 * back to it sees at once how things are.
 */
export function usePolling({ active, look }: { active: boolean; look: () => Promise<void> | void }): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    if (!active) return
    let pause: number = pauses.first
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const wait = () => {
      clearTimeout(timer)
      if (!ended && document.visibilityState === 'visible') timer = setTimeout(lookOnce, pause)
    }
    const lookOnce = async () => {
      pause = Math.min(pause * 2, pauses.last)
      await latest.current()
      wait()
    }
    const onReturn = () => {
      clearTimeout(timer)
      pause = pauses.first
      if (document.visibilityState === 'visible') void lookOnce()
    }
    wait()
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [active])
}
