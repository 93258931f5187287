import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { timings } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { call } from '../api/client.ts'
import { getErrorText } from '../api/error-text.ts'
import { clearDrafts } from '../session/drafts.ts'
import { findHome } from '../session/homes.ts'
import { setUser, useSession } from '../session/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { unlistedTitle } from '../ui/page-title.ts'
import { showToast } from '../ui/toast.ts'
import type { Route } from './+types/logout'

/** A link on another site asks first, so that it cannot sign a visitor out. */
export function loader({ request }: Route.LoaderArgs) {
  const site = request.headers.get('sec-fetch-site') ?? 'none'
  return { asksFirst: site !== 'same-origin' && site !== 'none' }
}

/** For links of the shop itself. */
export const clientLoader = () => ({ asksFirst: false })

export const meta = unlistedTitle('Signing out')

/** Whether the account menu opened this page, so that the history has a page of the shop before it. */
const parseLogoutState = (state: unknown): boolean => (state as { isFromShop?: boolean } | null)?.isFromShop === true

/** Signs out when it is opened or confirmed, and replaces itself in the history (spec §2). */
export default function Logout({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const location = useLocation()
  const role = useSession(({ user }) => user?.role ?? 'user')
  const [isConfirmed, setConfirmed] = useState(!loaderData.asksFirst)
  const [error, setError] = useState<string>()
  const hasStarted = useRef(false)

  useEffect(() => {
    // Effects run twice under StrictMode.
    if (!isConfirmed || hasStarted.current) return
    hasStarted.current = true
    const signOut = async () => {
      try {
        await call('GET /users/logout', {})
      } catch (error) {
        setError(getErrorText({ error, fallback: screenTexts.logoutFailed }))
        return
      }
      setUser(null)
      clearDrafts()
      showToast({ text: screenTexts.loggedOut, duration: timings.shortToast })
      navigate('/buy', { replace: true })
    }
    signOut()
  }, [navigate, isConfirmed])

  // The entry before a directly opened /Logout is not a page of the shop.
  const goBack = () => (parseLogoutState(location.state) ? navigate(-1) : navigate(findHome(role), { replace: true }))
  if (!isConfirmed) return <LogoutQuestion home={findHome(role)} onConfirm={() => setConfirmed(true)} />
  return (
    <div className="page-width flex min-h-[50dvh] flex-col items-center justify-center gap-8 text-center">
      <h1 className="title">{error === undefined ? 'Signing you out…' : 'You are still signed in.'}</h1>
      {error === undefined && (
        <div role="progressbar" aria-label="Signing out" className="w-full max-w-sm">
          <div className="h-0.5 bg-line">
            <div className="progress-line dashed-line text-thread" />
          </div>
        </div>
      )}
      <AlertDialog open={error !== undefined} title={screenTexts.errorTitle} text={error ?? ''} onClose={goBack} />
    </div>
  )
}

function LogoutQuestion({ home, onConfirm }: { home: string; onConfirm: () => void }) {
  return (
    <div className="page-width flex min-h-[50dvh] flex-col items-center justify-center gap-6 text-center">
      <h1 className="title">Sign out?</h1>
      <p className="max-w-md text-soft">A link on another site brought you here. You stay signed in unless you choose to sign out.</p>
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton to={home} replace>
          Stay signed in
        </LinkButton>
        <Button variant="primary" onClick={onConfirm}>
          Sign out
        </Button>
      </div>
    </div>
  )
}
