import { useLocation } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { describeError, isNotFound } from './error-text.ts'
import { useStoreConfig } from './store-config.ts'

/** The error screen of the public shop, without details of the error. */
export function ShopError({ error }: { error: unknown }) {
  const { storeName } = useStoreConfig()
  const { pathname, search } = useLocation()
  const isMissing = isNotFound(error)
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
