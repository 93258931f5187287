import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { timings } from '#contract/business.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { call, getErrorText } from '../api/client.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { showToast } from '../ui/toast.ts'
import type { Route } from './+types/logout'
import { clearDrafts } from './drafts.ts'
import { findHome } from './redirect-after-login.ts'
import { setUser, useSession } from './session.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Logging out · ${matches[0]?.loaderData?.storeName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** Whether the account menu opened this page, so that the history has a page of the shop before it. */
const parseLogoutState = (state: unknown): boolean => (state as { isFromShop?: boolean } | null)?.isFromShop === true

/** Signs out when it is opened, and replaces itself in the history (spec §2). */
export default function Logout() {
  const navigate = useNavigate()
  const location = useLocation()
  const role = useSession(({ user }) => user?.role ?? 'user')
  const [error, setError] = useState<string>()
  const hasStarted = useRef(false)

  useEffect(() => {
    // Effects run twice under StrictMode.
    if (hasStarted.current) return
    hasStarted.current = true
    const signOut = async () => {
      try {
        await call('logout', {})
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
  }, [navigate])

  // The entry before a directly opened /Logout is not a page of the shop.
  const goBack = () => (parseLogoutState(location.state) ? navigate(-1) : navigate(findHome(role), { replace: true }))
  return (
    <div className="page-width flex min-h-[50dvh] flex-col items-center justify-center gap-8 text-center">
      <h1 className="title">Goodbye for now</h1>
      {error === undefined && (
        <div role="progressbar" aria-label="Logging out" className="w-full max-w-sm">
          <div className="h-0.5 bg-line">
            <div className="progress-line dashed-line text-thread" />
          </div>
        </div>
      )}
      <p className="text-soft">{error === undefined ? 'Logging you out…' : 'You are still signed in.'}</p>
      <AlertDialog open={error !== undefined} title={screenTexts.errorTitle} text={error ?? ''} onClose={goBack} />
    </div>
  )
}
