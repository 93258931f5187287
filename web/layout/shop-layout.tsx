import { type ReactNode, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { syncGuestCart } from '../cart/state/guest-cart.ts'
import { loadKnownUser, useSession } from '../session/session.ts'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/shop-layout'
import { describeError, ErrorPage, isNotFound } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { CategoryBar } from './header/category-bar.tsx'
import { Navbar } from './header/navbar.tsx'
import { PageBar } from './header/page-bar.tsx'
import { publicShopLinks } from './shop-links.ts'
import { useStoreConfig } from './store-config.ts'

/** Announcement bar, navigation bar and footer of the public shop. */
function ShopFrame({ children }: { children: ReactNode }) {
  // Undefined on the server: the HTML of public pages is the same for all visitors.
  const user = useSession((session) => session.user) ?? undefined
  const { announcement, shipping } = useStoreConfig()
  useEffect(syncGuestCart, [])
  useEffect(() => {
    loadKnownUser()
  }, [])
  return (
    <>
      <aside aria-label="Announcement" className="announcement-bar">
        {announcement === null ? (
          shipping.ribbon
        ) : announcement.href === null ? (
          announcement.text
        ) : (
          <a href={announcement.href} className="underline underline-offset-4">
            {announcement.text}
          </a>
        )}
      </aside>
      {/* Without a box of its own, so that the navigation bar stays sticky beyond it. */}
      <header className="contents">
        <Navbar user={user} home="/buy" shopLinks={publicShopLinks} />
        <CategoryBar links={publicShopLinks} />
        <PageBar />
      </header>
      <main id="main" tabIndex={-1} className="min-h-[60dvh] outline-none">
        {children}
      </main>
      <Footer />
    </>
  )
}

export default function ShopLayout() {
  return (
    <ShopFrame>
      <Outlet />
    </ShopFrame>
  )
}

/** Replaces only the failed screen, without details of the error. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { storeName } = useStoreConfig()
  const { pathname, search } = useLocation()
  const isMissing = isNotFound(error)
  const description = describeError(error)
  return (
    <ShopFrame>
      <title>{`${description.title} · ${storeName}`}</title>
      <ErrorPage
        {...description}
        alert={!isMissing}
        action={
          <>
            {!isMissing && (
              // Reloads the document, because a failed script may be the cause.
              <LinkButton variant="primary" to={pathname + search} reloadDocument>
                Try again
              </LinkButton>
            )}
            <LinkButton variant={isMissing ? 'primary' : 'outline'} to="/buy" reloadDocument={!isMissing}>
              Back to the shop
            </LinkButton>
          </>
        }
      />
    </ShopFrame>
  )
}
