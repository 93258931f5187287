import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isCheckoutDocument } from '../layout/leave-checkout.ts'

const storageKey = 'checkoutReload'

/** Stores the route state, which a reload of this page loses. False when the page was already reloaded, or cannot store it. */
function saveForReload(state: unknown): boolean {
  try {
    // Reloading again would loop.
    if (sessionStorage.getItem(storageKey) !== null) return false
    sessionStorage.setItem(storageKey, JSON.stringify({ state }))
    return true
  } catch {
    return false
  }
}

function readSavedState(): unknown {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as { state?: unknown } | null)?.state
  } catch {
    return undefined
  }
}

function clearSavedState(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing was stored.
  }
}

/**
 * Reloads the page when its document was loaded at another URL: only a document of the checkout's URL may run the payment
 * provider's script. `isReady` is false until then. Returns the route state, which survives the reload.
 */
export function useCheckoutDocument(): { isReady: boolean; state: unknown } {
  const { state } = useLocation()
  const [isReady, setReady] = useState(isCheckoutDocument)
  const [savedState] = useState(readSavedState)
  useEffect(() => {
    if (isReady) return clearSavedState()
    const timer = setTimeout(() => (saveForReload(state) ? window.location.reload() : setReady(true)), 0)
    return () => clearTimeout(timer)
  }, [isReady, state])
  return { isReady, state: state ?? savedState }
}
