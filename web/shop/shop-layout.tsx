import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { followStoredCart } from '../guest-cart.ts'
import { findHome } from '../session/landing.ts'
import { listLinks } from '../session/navigation.ts'
import { loadKnownUser, useSession } from '../session/session.ts'
import { SignedInActions } from '../session/signed-in-actions.tsx'
import { useStoreFacts } from '../store-facts.ts'
import { Footer } from '../ui/footer.tsx'
import { Navbar } from '../ui/navbar.tsx'
import { CartButton } from './cart-button.tsx'

const menuLinks = [{ label: 'Login', to: '/login' }]

/** The public shop around its screens: ribbon, bar, footer. */
export default function ShopLayout() {
  const { storeName, socialUrl, chatUrl, storeEmail, storePhone } = useStoreFacts()
  // Undefined on the server: public pages are the same for everybody until they are in the browser.
  const user = useSession((session) => session.user) ?? undefined
  useEffect(followStoredCart, [])
  useEffect(() => {
    loadKnownUser()
  }, [])
  return (
    <>
      <aside aria-label="Offer" className="ribbon px-4 py-2.5 text-center text-sm font-medium tracking-wide">
        Free shipping on every order, anywhere in India
      </aside>
      <Navbar
        storeName={storeName}
        home={user ? findHome(user.role) : '/buy'}
        links={listLinks(user)}
        menuLinks={user ? [] : menuLinks}
        actions={user ? <SignedInActions name={user.name} /> : <CartButton />}
      />
      <main id="main" tabIndex={-1} className="min-h-[60dvh] outline-none">
        <Outlet />
      </main>
      <Footer storeName={storeName} socialUrl={socialUrl} chatUrl={chatUrl} email={storeEmail} phone={storePhone} />
    </>
  )
}
