import { data } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/shop-not-found'
import { notFoundText } from './error-text.ts'

export function loader() {
  return data(null, { status: 404 })
}

/** Avoids a request to the server, which is needed for the status only. */
export function clientLoader() {
  return null
}

export const meta: Route.MetaFunction = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

export default function NotFound() {
  return (
    <div className="page-width">
      <EmptyState
        level={1}
        title={notFoundText.title}
        action={
          <LinkButton variant="primary" to="/buy">
            Back to the shop
          </LinkButton>
        }
      >
        <p>{notFoundText.text}</p>
      </EmptyState>
    </div>
  )
}
