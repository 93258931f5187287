import { isRouteErrorResponse, Navigate, useLocation, useRevalidator } from 'react-router'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, NetworkError } from '../api/client.ts'
import { loginHref } from '../auth/redirect-after-login.ts'
import { useSession } from '../auth/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AreaFrame } from './area-frame.tsx'
import { notFoundText } from './not-found-text.ts'
import { useStoreConfig } from './store-config.ts'

function describeError(error: unknown): { title: string; words: string } {
  if (error instanceof NetworkError)
    return { title: error.message, words: 'The shop could not be reached. Check your connection and try again; you are still signed in.' }
  if (error instanceof ApiError && error.status >= 500) return { title: error.message, words: 'Nothing you did is lost.' }
  return { title: 'A thread has come loose', words: screenTexts.unexpected }
}

/** What a signed-in area shows when a screen or its guard failed: never the login screen, unless the session is over. */
export function AreaError({ error, home }: { error: unknown; home: string }) {
  const { storeName } = useStoreConfig()
  const { revalidate, state } = useRevalidator()
  const user = useSession((session) => session.user)
  const location = useLocation()
  if (error instanceof ApiError && error.status === 401) return <Navigate to={loginHref(location)} replace />
  const missing = isRouteErrorResponse(error) && error.status === 404
  const { title, words } = missing ? notFoundText : describeError(error)
  return (
    <AreaFrame user={user ?? undefined} home={home}>
      <title>{`${title} · ${storeName}`}</title>
      <div className="page-width">
        <EmptyState
          alert={!missing}
          level={1}
          title={title}
          action={
            missing ? (
              <LinkButton variant="primary" to={home}>
                Back to the start
              </LinkButton>
            ) : (
              <Button variant="primary" disabled={state === 'loading'} aria-busy={state === 'loading'} onClick={() => revalidate()}>
                {state === 'loading' ? 'Trying…' : 'Try again'}
              </Button>
            )
          }
        >
          <p>{words}</p>
        </EmptyState>
      </div>
    </AreaFrame>
  )
}
