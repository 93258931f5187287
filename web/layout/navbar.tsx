import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { BrandLink } from './brand-link.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { OfflineNotice } from './offline-notice.tsx'

export interface NavigationLink {
  readonly label: string
  readonly to: string
}

export interface NavbarProps {
  storeName: string
  /** the target of the brand link */
  home: string
  /** the first is marked as the current page (spec §2) */
  links: readonly NavigationLink[]
  /** shown at every width: the cart, the account menu */
  actions?: ReactNode
  /** shown in the bar, or in the menu of small screens */
  menuLinks?: readonly NavigationLink[]
}

/** The navigation bar. Small screens have its links in a <details> menu, which works without JavaScript. */
export function Navbar({ storeName, home, links, actions, menuLinks = [] }: NavbarProps) {
  // Many links stay in the menu up to a larger width.
  const wide = links.length > 3
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper">
      <nav aria-label="Main" className="page-width flex h-16 items-center gap-4 md:gap-10">
        <BrandLink name={storeName} to={home} />
        <ul className={`hidden items-center gap-6 whitespace-nowrap ${wide ? 'lg:flex' : 'md:flex'}`}>
          {links.map((link, index) => (
            <li key={link.to}>
              <BarLink link={link} current={index === 0} />
            </li>
          ))}
        </ul>
        <div className="ml-auto flex items-center sm:gap-2">
          {actions}
          {menuLinks.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="hidden min-h-11 items-center rounded-control border border-edge px-4 font-semibold hover:border-ink hover:bg-sunk md:inline-flex known:invisible"
            >
              {link.label}
            </Link>
          ))}
          {links.length + menuLinks.length > 0 && <CollapsedMenu links={[...links, ...menuLinks]} wide={wide} />}
        </div>
      </nav>
      <OfflineNotice />
      <NavigationProgress />
    </header>
  )
}

function BarLink({ link, current }: { link: NavigationLink; current: boolean }) {
  return (
    <Link
      to={link.to}
      aria-current={current ? 'page' : undefined}
      className={`inline-flex min-h-11 items-center font-medium ${current ? 'dashed-underline text-thread' : 'text-ink hover:text-thread'}`}
    >
      {link.label}
    </Link>
  )
}

function CollapsedMenu({ links, wide }: { links: readonly NavigationLink[]; wide: boolean }) {
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu after a navigation
  useEffect(() => setOpen(false), [key])
  return (
    <details
      ref={menu}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        setOpen(false)
        menu.current?.querySelector('summary')?.focus()
      }}
      className={`group ${wide ? 'lg:hidden' : 'md:hidden'}`}
    >
      <summary
        aria-label="Menu"
        className="inline-flex size-11 list-none items-center justify-center rounded-control hover:bg-sunk [&::-webkit-details-marker]:hidden"
      >
        <Icon name="menu" size={22} className="group-open:hidden" />
        <Icon name="close" size={22} className="hidden group-open:block" />
      </summary>
      <ul className="page-width absolute inset-x-0 top-full flex flex-col border-b border-line bg-paper py-2 shadow-lift">
        {links.map((link, index) => (
          <li key={link.to} className="border-line not-last:border-b">
            <Link
              to={link.to}
              aria-current={index === 0 ? 'page' : undefined}
              className={`flex min-h-14 items-center text-lg font-medium ${index === 0 ? 'text-thread' : ''}`}
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
