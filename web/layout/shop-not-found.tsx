import { data } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/shop-not-found'
import { ErrorPage, notFoundText, notFoundTitle } from './error-page.tsx'

export const loader = () => data(null, { status: 404 })

/** Avoids a request to the server, which is needed for the status only. */
export const clientLoader = () => null

export const meta: Route.MetaFunction = () => [{ title: notFoundTitle }, { name: 'robots', content: 'noindex' }]

export default function NotFound() {
  return (
    <ErrorPage
      {...notFoundText}
      action={
        <LinkButton variant="primary" to="/buy">
          Back to the shop
        </LinkButton>
      }
    />
  )
}
