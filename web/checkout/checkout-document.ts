import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readStoredJson, storeJson } from '../api/stored-json.ts'
import { isCheckoutDocument } from '../layout/leave-checkout.ts'

const storageKey = 'checkoutReload'

/** Stores the route state, which a reload of this page loses. False when it was already reloaded, or cannot be stored. */
function saveForReload(state: unknown): boolean {
  // Reloading again would loop.
  if (readStoredJson('sessionStorage', storageKey) !== undefined) return false
  return storeJson('sessionStorage', storageKey, { state })
}

const readSavedState = () => (readStoredJson('sessionStorage', storageKey) as { state?: unknown } | undefined)?.state

/**
 * Reloads the page when its document was loaded at another URL: only a document of the checkout's URL may run the payment
 * provider's script. `isReady` is false until then. Returns the route state, which survives the reload.
 */
export function useCheckoutDocument(): { isReady: boolean; state: unknown } {
  const { state } = useLocation()
  const [isReady, setReady] = useState(isCheckoutDocument)
  const [savedState] = useState(readSavedState)
  useEffect(() => {
    if (isReady) {
      storeJson('sessionStorage', storageKey, undefined)
      return
    }
    const timer = setTimeout(() => (saveForReload(state) ? window.location.reload() : setReady(true)), 0)
    return () => clearTimeout(timer)
  }, [isReady, state])
  return { isReady, state: state ?? savedState }
}
