import * as screenTexts from '#contract/screen-texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export interface ProductErrorProps {
  title?: string
  text?: string
  listHref: string
  canRetry?: boolean
}

/** Replaces a product page that could not be loaded. */
export function ProductError({
  title = screenTexts.productLoadFailed,
  text = 'Please try again in a moment.',
  listHref,
  canRetry = true,
}: ProductErrorProps) {
  return (
    <div className="page-width">
      <EmptyState
        alert={canRetry}
        level={1}
        title={title}
        action={
          <>
            {canRetry && (
              <LinkButton variant="ink" to="." replace>
                Try again
              </LinkButton>
            )}
            <LinkButton variant={canRetry ? 'outline' : 'primary'} to={listHref}>
              View all clothing
            </LinkButton>
          </>
        }
      >
        <p>{text}</p>
      </EmptyState>
    </div>
  )
}
