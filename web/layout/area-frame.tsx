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

/** Navigation bar and footer of a dashboard. `user` is undefined until it is loaded. */
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

/** The frame of a signed-in user. Redirects to the login screen when the session ends. */
export function GuardedFrame({ user, children }: { user: User; children: ReactNode }) {
  const navigate = useNavigate()
  const location = useLocation()
  const { location: nextLocation } = useNavigation()
  const ended = useSession((session) => session.ended)
  const isRedirecting = useRef(false)
  useSessionSync()
  useEffect(() => {
    if (!ended || isRedirecting.current) return
    isRedirecting.current = true
    // After signing in, continue with the requested page if a navigation was under way.
    navigate(loginHref(nextLocation ?? location), { replace: nextLocation === undefined })
  }, [ended, nextLocation, location, navigate])
  return (
    <AreaFrame user={user} home={findHome(user.role)}>
      {children}
    </AreaFrame>
  )
}
