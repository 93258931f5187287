import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import type { User } from '#contract/accounts/users.ts'
import type { Right } from '#contract/kernel/rights.ts'
import { useMiniCart } from '../../cart/mini-cart/mini-cart-store.ts'
import { findHome, secondFactorPath } from '../../session/homes.ts'
import { Icon } from '../../ui/icon.tsx'
import { OfflineNotice } from '../offline-notice.tsx'
import { publicShopLinks, type ShopLinks } from '../shop-links.ts'
import { useStoreConfig } from '../store-config.ts'
import { BrandLink } from './brand-link.tsx'
import { ShopperCartBadge } from './cart-badge.tsx'
import { CartButton } from './cart-button.tsx'
import { HeaderSearch } from './header-search.tsx'

interface NavigationLink {
  readonly label: string
  readonly to: string
  /** of an administrator, which its screen needs */
  readonly right?: Right
}

const shopperCartPath = '/UserDashboard/cart'

/** The links by role (spec §2). */
const userLinks: Readonly<Record<User['role'], readonly NavigationLink[]>> = {
  user: [
    { label: 'Home', to: '/UserDashboard/home' },
    { label: 'Cart', to: shopperCartPath },
  ],
  admin: [
    { label: 'Users', to: '/AdminDashboardWrapper/UserData', right: 'customers' },
    { label: 'ListProduct', to: '/AdminDashboardWrapper/ListProduct', right: 'products' },
    { label: 'VISITER', to: '/AdminDashboardWrapper/AdminAnalysis', right: 'reports' },
    { label: 'OrderDetail', to: '/AdminDashboardWrapper/OrderDetail', right: 'orders' },
    { label: 'DELETE PRODUCT', to: '/AdminDashboardWrapper/Payment', right: 'products' },
  ],
}
const guestLinks: readonly NavigationLink[] = [{ label: 'Home', to: '/buy' }]
const loginLink: NavigationLink = { label: 'Login', to: '/login' }

/** The links of a user. Administrators without the right to users have their own account in its place. */
export const listLinks = (user: Pick<User, 'role' | 'rights'>): readonly NavigationLink[] =>
  userLinks[user.role].flatMap((link) => {
    // Not `hasRight`, which the first page would load for shoppers.
    if (!user.rights || user.rights.includes(link.right as Right)) return link
    return link.right === 'customers' ? { label: 'Account', to: secondFactorPath } : []
  })

/** Loaded only for signed-in users. */
const SignedInActions = lazy(async () => ({ default: (await import('./signed-in-actions.tsx')).SignedInActions }))

/** The target of the link that leads to a page or its list; of the first link on pages that no link leads to. */
export function findCurrentLink({ links, pathname }: { links: readonly NavigationLink[]; pathname: string }): string | undefined {
  const path = `${pathname.toLowerCase()}/`
  return (links.find(({ to }) => path.startsWith(`${to.toLowerCase()}/`)) ?? links[0])?.to
}

export interface NavbarProps {
  user: User | undefined
  /** the target of the brand link without a user */
  home: string
  /** of its product search; undefined: it has none */
  shopLinks: ShopLinks | undefined
  /** the target of the link that is current whatever the URL */
  section?: string | undefined
}

/**
 * The navigation bar with the product search, and the categories below it. Small screens have its links in a <details> menu, which works
 * without JavaScript.
 */
export function Navbar({ user, home, shopLinks, section }: NavbarProps) {
  const { storeName, logo, policies, hasOffers } = useStoreConfig()
  const MiniCart = useMiniCart((state) => state.MiniCart)
  const isGuest = shopLinks === publicShopLinks && user === undefined
  const links = user ? listLinks(user) : isGuest ? guestLinks : []
  const menuLinks = isGuest ? [...links, loginLink] : links
  const { pathname } = useLocation()
  const current = findCurrentLink({ links, pathname: section ?? pathname })
  // Many links stay in the menu up to a larger width.
  const wide = links.length > 3
  return (
    <div className={`sticky top-0 z-40 bg-page ${shopLinks ? 'shadow-[inset_0_-1px_var(--color-line)]' : 'border-b border-line'}`}>
      <nav aria-label="Main" className={`page-width main-nav ${shopLinks ? 'h-11 md:h-16' : 'h-16'}`}>
        <BrandLink name={storeName} logo={logo} to={user ? findHome(user.role) : home} />
        <ul className={`hidden shrink-0 items-center gap-6 whitespace-nowrap ${wide ? 'lg:flex' : 'md:flex'}`}>
          {links.map(({ label, to }) => (
            <li key={to} className="flex items-center gap-2">
              <Link
                to={to}
                aria-current={to === current ? 'page' : undefined}
                className={`inline-flex min-h-11 items-center font-medium ${to === current ? 'dashed-underline text-thread' : 'text-ink hover:text-thread'}`}
              >
                {label}
              </Link>
              {to === shopperCartPath && <ShopperCartBadge />}
            </li>
          ))}
        </ul>
        {shopLinks && <HeaderSearch links={shopLinks} />}
        <div className={`flex shrink-0 items-center sm:gap-2 ${shopLinks ? '' : 'ml-auto'}`}>
          {user && (
            <Suspense fallback={<span aria-hidden="true" className="h-11 w-22" />}>
              <SignedInActions user={user} />
            </Suspense>
          )}
          {isGuest && (
            <>
              <CartButton />
              <Link to={loginLink.to} className="button button-outline max-md:hidden known:invisible">
                {loginLink.label}
              </Link>
            </>
          )}
          {menuLinks.length > 0 && <CollapsedMenu links={menuLinks} current={current} wide={wide} />}
        </div>
      </nav>
      <OfflineNotice />
      {MiniCart && <MiniCart policies={policies} hasOffers={hasOffers} />}
      <NavigationProgress />
    </div>
  )
}

/** A progress line below the navigation bar while a screen loads. */
function NavigationProgress() {
  const { state } = useNavigation()
  if (state !== 'loading') return null
  return (
    <div role="progressbar" aria-label="Loading the page" className="delayed absolute inset-x-0 -bottom-0.5">
      <div className="progress-line dashed-line text-thread" />
    </div>
  )
}

interface CollapsedMenuProps {
  links: readonly NavigationLink[]
  current: string | undefined
  wide: boolean
}

function CollapsedMenu({ links, current, wide }: CollapsedMenuProps) {
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
      <summary aria-label="Menu" className="icon-button list-none [&::-webkit-details-marker]:hidden">
        <Icon name="menu" size={22} className="group-open:hidden" />
        <Icon name="close" size={22} className="hidden group-open:block" />
      </summary>
      <ul className="page-width menu-panel">
        {links.map(({ label, to }) => (
          <li key={to} className="border-line not-last:border-b">
            <Link
              to={to}
              aria-current={to === current ? 'page' : undefined}
              className={`flex min-h-14 items-center text-lg font-medium ${to === current ? 'text-thread' : ''}`}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
