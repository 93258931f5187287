import { useCallback, useEffect, useRef, useState } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { keepFocus } from './keep-focus.ts'

interface LoadedCart {
  readonly lines: readonly CartLine[] | undefined
  readonly problem: string | undefined
}

export interface ShopperCart extends LoadedCart {
  /** a call runs, and nothing may be pressed */
  readonly busy: boolean
  /** Runs a call that answers with the whole cart; the lines change only when it did. `describe` words its failure. */
  readonly change: (given: { send: () => Promise<{ cart: CartLine[] }>; describe: (problem: unknown) => string }) => Promise<void>
}

/** Milliseconds between two looks at the server; coming back to the window often must not become a load on the shop. */
const restBetweenLooks = 2_000

/** The shopper's cart as the server last told it. Looks again whenever the window gets the focus: there may be two devices. */
export function useCart(loaded: LoadedCart): ShopperCart {
  const [known, setKnown] = useState({ loaded, ...loaded })
  const [busy, setBusy] = useState(false)
  // Counts the changes, so that a look that began before one of them does not bring back what was.
  const turn = useRef(0)
  if (known.loaded !== loaded) setKnown({ loaded, ...loaded })

  const look = useCallback(async () => {
    const begun = turn.current
    const reply = await callSignedIn('getCart', {}).catch(() => undefined)
    if (reply !== undefined && begun === turn.current) setKnown((before) => ({ ...before, lines: reply.cart }))
  }, [])

  useEffect(() => {
    let lookedAt = performance.now()
    let waiting: ReturnType<typeof setTimeout> | undefined
    const onReturn = () => {
      if (document.visibilityState !== 'visible' || waiting !== undefined) return
      const rest = Math.max(0, lookedAt + restBetweenLooks - performance.now())
      waiting = setTimeout(() => {
        waiting = undefined
        lookedAt = performance.now()
        look()
      }, rest)
    }
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearTimeout(waiting)
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [look])

  const returnFocus = useRef<() => void>(undefined)
  useEffect(() => {
    // After the screen has been drawn with everything enabled again, and not a moment before.
    if (busy) return
    returnFocus.current?.()
    returnFocus.current = undefined
  }, [busy])

  const running = useRef(false)
  const change: ShopperCart['change'] = async ({ send, describe }) => {
    if (running.current) return
    running.current = true
    turn.current += 1
    returnFocus.current = keepFocus()
    setBusy(true)
    try {
      const { cart } = await send()
      setKnown((before) => ({ ...before, lines: cart, problem: undefined }))
    } catch (problem) {
      setKnown((before) => ({ ...before, problem: describe(problem) }))
      // A refusal often means that something moved: the next look tells what.
      look()
    } finally {
      turn.current += 1
      running.current = false
      setBusy(false)
    }
  }
  return { lines: known.lines, problem: known.problem, busy, change }
}
