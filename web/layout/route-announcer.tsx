import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Moves the focus to the heading of a new page, where screen readers then read on; browsers do this for documents only. A page
 * without a heading is announced by its title. Links with the state `preserveFocus`, such as filters, keep the focus.
 */
export function RouteAnnouncer() {
  const { pathname, state } = useLocation()
  const navigationType = useNavigationType()
  const [title, setTitle] = useState('')
  const shownPath = useRef(pathname)
  const onNewPage = useEffectEvent(() => {
    if (navigationType !== 'POP' && (state as { preserveFocus?: boolean } | null)?.preserveFocus) return
    const heading = document.querySelector<HTMLElement>('#main h1')
    setTitle(heading ? '' : document.title)
    if (!heading) return
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    // The position is restored by <ScrollRestoration>.
    heading.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    onNewPage()
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
