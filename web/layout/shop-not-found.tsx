import { data } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/shop-not-found'
import { missingPage } from './not-found-text.ts'

export function loader() {
  return data(null, { status: 404 })
}

/** In the browser there is no status to send, so there is nothing to ask the server for. */
export function clientLoader() {
  return null
}

export const meta: Route.MetaFunction = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

export default function NotFound() {
  return (
    <div className="edges">
      <EmptyState
        level={1}
        title={missingPage.title}
        action={
          <LinkButton look="primary" to="/buy">
            Back to the shop
          </LinkButton>
        }
      >
        <p>{missingPage.words}</p>
      </EmptyState>
    </div>
  )
}
