import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import type { ShopLinks } from '../shop-links.ts'
import { SearchForm } from './search-form.tsx'

const panelId = 'search'

/**
 * The product search of the navigation bar. On a phone it is an icon that opens it below the bar; without JavaScript the icon is a link to
 * the form.
 */
export function HeaderSearch({ links }: { links: ShopLinks }) {
  const location = useLocation()
  const { q } = links.readListing(location)
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const icon = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes after a navigation
  useEffect(() => setOpen(false), [location.key])
  useEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLInputElement>('[type=search]')?.focus()
  }, [isOpen])
  return (
    <>
      <a
        ref={icon}
        href={`#${panelId}`}
        aria-label="Open search"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={(event) => {
          event.preventDefault()
          setOpen(!isOpen)
        }}
        className="ml-auto icon-button shrink-0 md:hidden"
      >
        <Icon name={isOpen ? 'close' : 'search'} size={22} />
      </a>
      <search
        ref={panel}
        id={panelId}
        onKeyDown={(event) => {
          // The first Escape closes the suggestions.
          if (event.key !== 'Escape' || event.isDefaultPrevented()) return
          setOpen(false)
          icon.current?.focus()
        }}
        className={`search-panel ${isOpen ? '' : 'max-md:hidden max-md:target:block'}`}
      >
        <SearchForm q={q} links={links} />
      </search>
    </>
  )
}
