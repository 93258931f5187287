import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ErrorPage } from '../../layout/error-page.tsx'
import { LinkButton } from '../../ui/button.tsx'

/** Replaces a product page that could not be loaded. */
export function ProductError({
  title = screenTexts.productLoadFailed,
  text = 'Please try again in a moment.',
  listHref,
  canRetry = true,
}: {
  title?: string
  text?: string | undefined
  listHref: string
  canRetry?: boolean
}) {
  return (
    <ErrorPage
      alert={canRetry}
      title={title}
      text={text}
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
    />
  )
}
