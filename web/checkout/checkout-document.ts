import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isCheckoutDocument } from '../layout/leave-checkout.ts'

const markName = 'checkoutReload'

/** Route state does not outlive the reload: this page's opener policy differs, and the browser starts its history anew. */
function markReload(state: unknown): boolean {
  try {
    // A mark that nobody took away is of a reload that did not help: better no script than a page that loads for ever.
    if (sessionStorage.getItem(markName) !== null) return false
    sessionStorage.setItem(markName, JSON.stringify({ state }))
    return true
  } catch {
    return false
  }
}

function takeMark(): unknown {
  try {
    const kept = JSON.parse(sessionStorage.getItem(markName) ?? 'null') as { state?: unknown } | null
    return kept?.state
  } catch {
    return undefined
  }
}

function dropMark(): void {
  try {
    sessionStorage.removeItem(markName)
  } catch {
    // Nothing was kept there then.
  }
}

/**
 * The route state of this page; `ready` is false while the page is loaded anew because another page's document holds it,
 * which is asked before anything can be typed.
 */
export function useCheckoutDocument(): { ready: boolean; state: unknown } {
  const { state } = useLocation()
  const [own, setOwn] = useState(isCheckoutDocument)
  const [passed] = useState(takeMark)
  useEffect(() => {
    if (own) return dropMark()
    const timer = setTimeout(() => (markReload(state) ? window.location.reload() : setOwn(true)), 0)
    return () => clearTimeout(timer)
  }, [own, state])
  return { ready: own, state: state ?? passed }
}
