import type { MouseEvent } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

/**
 * A click handler for an element: opens the links in it without loading the page, as `Link` does. For many links in one place, because
 * each `Link` resolves its path whenever it renders.
 */
export function useFollowLinks(options: NavigateOptions): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate()
  return (event) => {
    const link = (event.target as Element).closest('a')
    const opensElsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    if (link === null || opensElsewhere) return
    event.preventDefault()
    navigate(link.pathname + link.search, { ...options, replace: link.href === location.href })
  }
}
