import { data } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { missingPage } from '../ui/missing-page.ts'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/not-found'

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
      <Notice
        level={1}
        title={missingPage.title}
        action={
          <LinkButton look="primary" to="/buy">
            Back to the shop
          </LinkButton>
        }
      >
        <p>{missingPage.words}</p>
      </Notice>
    </div>
  )
}
