import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '#contract/users.ts'
import { useStoreFacts } from '../store-facts.ts'
import { Footer } from '../ui/footer.tsx'
import { Navbar } from '../ui/navbar.tsx'
import { PendingSeam } from '../ui/pending-seam.tsx'
import { useFollowedSession } from './follow-session.ts'
import { findHome, writeLoginHref } from './landing.ts'
import { listLinks } from './navigation.ts'
import { useSession } from './session.ts'
import { SignedInActions } from './signed-in-actions.tsx'

/** A signed-in area around its screens. `user` is undefined while it is not known yet: the same bar, empty. */
export function AreaFrame({ user, home, children }: { user: User | undefined; home: string; children: ReactNode }) {
  const { storeName, socialUrl, chatUrl, storeEmail, storePhone } = useStoreFacts()
  return (
    <>
      <Navbar
        storeName={storeName}
        home={user ? findHome(user.role) : home}
        links={user ? listLinks(user) : []}
        actions={user && <SignedInActions name={user.name} />}
      />
      <PendingSeam />
      <main id="main" tabIndex={-1} className="min-h-[70dvh] outline-none">
        {children}
      </main>
      <Footer storeName={storeName} socialUrl={socialUrl} chatUrl={chatUrl} email={storeEmail} phone={storePhone} />
    </>
  )
}

/** The frame for someone who may be here: it notices when that ends, and leads to the login screen and back. */
export function GuardedFrame({ user, children }: { user: User; children: ReactNode }) {
  const navigate = useNavigate()
  const location = useLocation()
  const ended = useSession((session) => session.ended)
  useFollowedSession()
  useEffect(() => {
    if (ended) navigate(writeLoginHref(location), { replace: true })
  }, [ended, location, navigate])
  return (
    <AreaFrame user={user} home={findHome(user.role)}>
      {children}
    </AreaFrame>
  )
}
