import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import { isCheckoutDocument } from '../../layout/leave-checkout.ts'

const storageKey = 'checkoutReload'

/**
 * Reloads the page when its document was loaded at another URL: only a document of the checkout's URL may run the payment
 * provider's script. `isReady` is false until then. Returns the route state, which survives the reload.
 */
export function useCheckoutDocument(): { isReady: boolean; state: unknown } {
  const { state } = useLocation()
  const [isReady, setReady] = useState(isCheckoutDocument)
  const [saved] = useState(() => readStoredJson('sessionStorage', storageKey) as { state?: unknown } | undefined)
  useEffect(() => {
    if (isReady) {
      storeJson('sessionStorage', storageKey, undefined)
      return
    }
    const timer = setTimeout(() => {
      // A page that was already reloaded is not reloaded again, or it would loop.
      if (saved === undefined && storeJson('sessionStorage', storageKey, { state })) window.location.reload()
      else setReady(true)
    }, 0)
    return () => clearTimeout(timer)
  }, [isReady, saved, state])
  return { isReady, state: state ?? saved?.state }
}
