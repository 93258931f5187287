import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Announces the title of a new page to screen readers, which browsers only do for documents. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  const announcedPath = useRef(pathname)
  useEffect(() => {
    if (announcedPath.current === pathname) return
    announcedPath.current = pathname
    setTitle(document.title)
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
