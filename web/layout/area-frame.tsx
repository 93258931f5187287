import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { User } from '#contract/users.ts'
import { findHome, loginHref } from '../auth/redirect-after-login.ts'
import { useSession } from '../auth/session.ts'
import { useSessionSync } from '../auth/use-session-sync.ts'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { listNavigationLinks } from './navigation-links.ts'
import { SignedInActions } from './signed-in-actions.tsx'
import { useStoreConfig } from './store-config.ts'

/** A signed-in area around its screens. `user` is undefined while it is not known yet: the same bar, empty. */
export function AreaFrame({ user, home, children }: { user: User | undefined; home: string; children: ReactNode }) {
  const { storeName, socialUrl, chatUrl, storeEmail, storePhone, storeAddress } = useStoreConfig()
  return (
    <>
      <Navbar
        storeName={storeName}
        home={user ? findHome(user.role) : home}
        links={user ? listNavigationLinks(user) : []}
        actions={user && <SignedInActions user={user} />}
      />
      <main id="main" tabIndex={-1} className="min-h-[70dvh] outline-none">
        {children}
      </main>
      <Footer storeName={storeName} socialUrl={socialUrl} chatUrl={chatUrl} email={storeEmail} phone={storePhone} address={storeAddress} />
    </>
  )
}

/** The frame for someone who may be here: it notices when that ends, and leads to the login screen and back. */
export function GuardedFrame({ user, children }: { user: User; children: ReactNode }) {
  const navigate = useNavigate()
  const here = useLocation()
  const { location: wanted } = useNavigation()
  const ended = useSession((session) => session.ended)
  const leaving = useRef(false)
  useSessionSync()
  useEffect(() => {
    if (!ended || leaving.current) return
    leaving.current = true
    // The page that was asked for when the session turned out to be over, if one was, and not the one that was left.
    navigate(loginHref(wanted ?? here), { replace: wanted === undefined })
  }, [ended, wanted, here, navigate])
  return (
    <AreaFrame user={user} home={findHome(user.role)}>
      {children}
    </AreaFrame>
  )
}
