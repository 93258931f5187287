import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { User } from '#contract/users.ts'
import { useStoreFacts } from '../store-facts.ts'
import { Footer } from '../ui/footer.tsx'
import { Navbar } from '../ui/navbar.tsx'
import { useFollowedSession } from './follow-session.ts'
import { findHome, writeLoginHref } from './landing.ts'
import { listLinks } from './navigation.ts'
import { useSession } from './session.ts'
import { SignedInActions } from './signed-in-actions.tsx'

/** A signed-in area around its screens. `user` is undefined while it is not known yet: the same bar, empty. */
export function AreaFrame({ user, home, children }: { user: User | undefined; home: string; children: ReactNode }) {
  const { storeName, socialUrl, chatUrl, storeEmail, storePhone, storeAddress } = useStoreFacts()
  return (
    <>
      <Navbar
        storeName={storeName}
        home={user ? findHome(user.role) : home}
        links={user ? listLinks(user) : []}
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
  useFollowedSession()
  useEffect(() => {
    if (!ended || leaving.current) return
    leaving.current = true
    // The page that was asked for when the session turned out to be over, if one was, and not the one that was left.
    navigate(writeLoginHref(wanted ?? here), { replace: wanted === undefined })
  }, [ended, wanted, here, navigate])
  return (
    <AreaFrame user={user} home={findHome(user.role)}>
      {children}
    </AreaFrame>
  )
}
