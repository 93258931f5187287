import { Navigate, useLocation, useRevalidator } from 'react-router'
import { ApiError } from '../api/client.ts'
import { loginHref } from '../auth/redirect-after-login.ts'
import { useSession } from '../auth/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AreaFrame } from './area-frame.tsx'
import { describeError, isNotFound } from './error-text.ts'
import { useStoreConfig } from './store-config.ts'

/** The error screen of the dashboards. Leads to the login screen only when the session has ended. */
export function AreaError({ error, home }: { error: unknown; home: string }) {
  const { storeName } = useStoreConfig()
  const { revalidate, state } = useRevalidator()
  const user = useSession((session) => session.user)
  const location = useLocation()
  if (error instanceof ApiError && error.status === 401) return <Navigate to={loginHref(location)} replace />
  const isMissing = isNotFound(error)
  const { title, text } = describeError(error)
  return (
    <AreaFrame user={user ?? undefined} home={home}>
      <title>{`${title} · ${storeName}`}</title>
      <div className="page-width">
        <EmptyState
          alert={!isMissing}
          level={1}
          title={title}
          action={
            isMissing ? (
              <LinkButton variant="primary" to={home}>
                Back to home
              </LinkButton>
            ) : (
              <Button variant="primary" disabled={state === 'loading'} aria-busy={state === 'loading'} onClick={() => revalidate()}>
                {state === 'loading' ? 'Loading…' : 'Try again'}
              </Button>
            )
          }
        >
          <p>{text}</p>
        </EmptyState>
      </div>
    </AreaFrame>
  )
}
