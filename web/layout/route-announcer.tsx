import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Tells a screen reader which page has come up, since the browser only does so for whole documents. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [words, setWords] = useState('')
  const known = useRef(pathname)
  useEffect(() => {
    if (known.current === pathname) return
    known.current = pathname
    setWords(document.title)
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  )
}
