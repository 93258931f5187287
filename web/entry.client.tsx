import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** Marks the page when it answers to clicks: whoever drives it by program waits for that instead of guessing. */
function App() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
  }, [])
  return <HydratedRouter />
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <App />
    </StrictMode>,
  )
})
