import { isRouteErrorResponse, useLocation } from 'react-router'
import { NetworkError } from '../api/client.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { notFoundText } from './not-found-text.ts'
import { useStoreConfig } from './store-config.ts'

function describeError(error: unknown): { title: string; text: string } {
  if (isRouteErrorResponse(error) && error.status === 404) return notFoundText
  if (error instanceof NetworkError)
    return { title: error.message, text: 'We could not reach the shop. Check your connection and try again.' }
  return { title: 'Something went wrong', text: 'Please try again later.' }
}

/** The error screen of the public shop, without details of the error. */
export function ShopError({ error }: { error: unknown }) {
  const { storeName } = useStoreConfig()
  const { pathname, search } = useLocation()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const { title, text } = describeError(error)
  return (
    <div className="page-width">
      <title>{`${title} · ${storeName}`}</title>
      <EmptyState
        alert={!isMissing}
        level={1}
        title={title}
        action={
          <>
            {!isMissing && (
              // Reloads the document, because a failed script may be the cause.
              <LinkButton variant="primary" to={pathname + search} reloadDocument>
                Try again
              </LinkButton>
            )}
            <LinkButton variant={isMissing ? 'primary' : 'outline'} to="/buy" reloadDocument={!isMissing}>
              Back to the shop
            </LinkButton>
          </>
        }
      >
        <p>{text}</p>
      </EmptyState>
    </div>
  )
}
