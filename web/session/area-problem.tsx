import { isRouteErrorResponse, Navigate, useLocation, useRevalidator } from 'react-router'
import * as screenTexts from '#contract/screen-texts.ts'
import { NoAnswer, Refusal } from '../api.ts'
import { useStoreFacts } from '../store-facts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { missingPage } from '../ui/missing-page.ts'
import { Notice } from '../ui/notice.tsx'
import { AreaFrame } from './area-frame.tsx'
import { writeLoginHref } from './landing.ts'
import { useSession } from './session.ts'

function describeProblem(error: unknown): { title: string; words: string } {
  if (error instanceof NoAnswer)
    return { title: error.message, words: 'The shop could not be reached. Check your connection and try again; you are still signed in.' }
  if (error instanceof Refusal && error.status >= 500) return { title: error.message, words: 'Nothing you did is lost.' }
  return { title: 'A thread has come loose', words: screenTexts.unexpected }
}

/** What a signed-in area shows when a screen or its guard failed: never the login screen, unless the session is over. */
export function AreaProblem({ error, home }: { error: unknown; home: string }) {
  const { storeName } = useStoreFacts()
  const { revalidate, state } = useRevalidator()
  const user = useSession((session) => session.user)
  const location = useLocation()
  if (error instanceof Refusal && error.status === 401) return <Navigate to={writeLoginHref(location)} replace />
  const missing = isRouteErrorResponse(error) && error.status === 404
  const { title, words } = missing ? missingPage : describeProblem(error)
  return (
    <AreaFrame user={user ?? undefined} home={home}>
      <title>{`${title} · ${storeName}`}</title>
      <div className="edges">
        <Notice
          alert={!missing}
          level={1}
          title={title}
          action={
            missing ? (
              <LinkButton look="primary" to={home}>
                Back to the start
              </LinkButton>
            ) : (
              <Button look="primary" disabled={state === 'loading'} aria-busy={state === 'loading'} onClick={() => revalidate()}>
                {state === 'loading' ? 'Trying…' : 'Try again'}
              </Button>
            )
          }
        >
          <p>{words}</p>
        </Notice>
      </div>
    </AreaFrame>
  )
}
