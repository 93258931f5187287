import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { timings } from '#contract/business.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, call } from '../api/client.ts'
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

/** Signs out as soon as it is opened (spec §2), and leaves no trace of itself in the history. */
export default function Logout() {
  const navigate = useNavigate()
  const location = useLocation()
  const role = useSession(({ user }) => user?.role ?? 'user')
  const [trouble, setTrouble] = useState<string>()
  const begun = useRef(false)

  useEffect(() => {
    // Effects run twice under StrictMode; one farewell is enough.
    if (begun.current) return
    begun.current = true
    const leave = async () => {
      try {
        await call('logout', {})
      } catch (problem) {
        setTrouble(problem instanceof ApiError && problem.code !== 'unknown' ? problem.message : screenTexts.logoutFailed)
        return
      }
      setUser(null)
      clearDrafts()
      showToast({ text: screenTexts.loggedOut, duration: timings.shortToast })
      navigate('/buy', { replace: true })
    }
    leave()
  }, [navigate])

  const goBack = () => (location.key === 'default' ? navigate(findHome(role), { replace: true }) : navigate(-1))
  return (
    <div className="page-width flex min-h-[50dvh] flex-col items-center justify-center gap-8 text-center">
      <h1 className="title">Goodbye for now</h1>
      {trouble === undefined && (
        <div role="progressbar" aria-label="Logging out" className="w-full max-w-sm">
          <div className="h-0.5 bg-line">
            <div className="progress-line dashed-line text-thread" />
          </div>
        </div>
      )}
      <p className="text-soft">{trouble === undefined ? 'Logging you out…' : 'You are still signed in.'}</p>
      <AlertDialog open={trouble !== undefined} title={screenTexts.errorTitle} text={trouble ?? ''} onClose={goBack} />
    </div>
  )
}
