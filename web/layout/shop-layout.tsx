import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Outlet } from 'react-router'
import { findHome } from '../auth/redirect-after-login.ts'
import { loadKnownUser, useSession } from '../auth/session.ts'
import { syncGuestCart } from '../guest-cart/guest-cart.ts'
import type { Route } from './+types/shop-layout'
import { CartButton } from './cart-button.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { listNavigationLinks } from './navigation-links.ts'
import { ShopError } from './shop-error.tsx'
import { useStoreConfig } from './store-config.ts'

/** Loaded only for signed-in users. */
const SignedInActions = lazy(async () => ({ default: (await import('./signed-in-actions.tsx')).SignedInActions }))

const menuLinks = [{ label: 'Login', to: '/login' }]

/** Announcement bar, navigation bar and footer of the public shop. */
function ShopFrame({ children }: { children: ReactNode }) {
  const { storeName, socialUrl, chatUrl, storeEmail, storePhone, storeAddress } = useStoreConfig()
  // Undefined on the server: the HTML of public pages is the same for all visitors.
  const user = useSession((session) => session.user) ?? undefined
  useEffect(syncGuestCart, [])
  useEffect(() => {
    loadKnownUser()
  }, [])
  return (
    <>
      <aside aria-label="Announcement" className="announcement-bar px-4 py-2.5 text-center text-sm font-medium tracking-wide text-balance">
        Free shipping on every order, anywhere in India
      </aside>
      <Navbar
        storeName={storeName}
        home={user ? findHome(user.role) : '/buy'}
        links={listNavigationLinks(user)}
        menuLinks={user ? [] : menuLinks}
        actions={
          user ? (
            <Suspense fallback={<span aria-hidden="true" className="h-11 w-22" />}>
              <SignedInActions user={user} />
            </Suspense>
          ) : (
            <CartButton />
          )
        }
      />
      <main id="main" tabIndex={-1} className="min-h-[60dvh] outline-none">
        {children}
      </main>
      <Footer storeName={storeName} socialUrl={socialUrl} chatUrl={chatUrl} email={storeEmail} phone={storePhone} address={storeAddress} />
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

/** Replaces only the failed screen. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ShopFrame>
      <ShopError error={error} />
    </ShopFrame>
  )
}
