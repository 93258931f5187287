import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** A picture that does not arrive delays hydration by no more than this. */
const maxWaitMs = 2000

/** Marks the page as hydrated, which browser tests wait for. */
function App() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
  }, [])
  return <HydratedRouter />
}

let isHydrated = false

/** After the first paint: on a phone, hydration would delay it. */
function hydrate(): void {
  if (isHydrated) return
  isHydrated = true
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <App />
      </StrictMode>,
    )
  })
}

if (document.readyState === 'complete') hydrate()
else {
  addEventListener('load', hydrate, { once: true })
  setTimeout(hydrate, maxWaitMs)
}
