import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { guardTranslatedTexts } from './guard-translated-texts.ts'
import { hydratedEvent } from './layout/prepare-page.ts'

/** Marks the page as hydrated, which submitted forms and browser tests wait for. */
function App() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    dispatchEvent(new Event(hydratedEvent))
  }, [])
  return <HydratedRouter />
}

guardTranslatedTexts()

startTransition(() => {
  const app = <App />
  // It checks nothing in production.
  hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{app}</StrictMode> : app)
})
