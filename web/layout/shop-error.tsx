import { isRouteErrorResponse, useLocation } from 'react-router'
import * as screenTexts from '#contract/screen-texts.ts'
import { NetworkError } from '../api/client.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { notFoundText } from './not-found-text.ts'
import { useStoreConfig } from './store-config.ts'

function describeError(error: unknown): { title: string; words: string } {
  if (isRouteErrorResponse(error) && error.status === 404) return notFoundText
  if (error instanceof NetworkError)
    return { title: error.message, words: 'The shop could not be reached. Check your connection and try again.' }
  return { title: 'A thread has come loose', words: screenTexts.unexpected }
}

/** What the public shop shows in the place of a screen that failed. Never what broke. */
export function ShopError({ error }: { error: unknown }) {
  const { storeName } = useStoreConfig()
  const { pathname, search } = useLocation()
  const missing = isRouteErrorResponse(error) && error.status === 404
  const { title, words } = describeError(error)
  return (
    <div className="page-width">
      <title>{`${title} · ${storeName}`}</title>
      <EmptyState
        alert={!missing}
        level={1}
        title={title}
        action={
          <>
            {!missing && (
              // A document of its own: what failed may be the script that this page has.
              <LinkButton variant="primary" to={pathname + search} reloadDocument>
                Try again
              </LinkButton>
            )}
            <LinkButton variant={missing ? 'primary' : 'outline'} to="/buy" reloadDocument={!missing}>
              Back to the shop
            </LinkButton>
          </>
        }
      >
        <p>{words}</p>
      </EmptyState>
    </div>
  )
}
