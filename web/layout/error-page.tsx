import type { ReactNode } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { ApiError, NetworkError } from '../api/client.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** The title of the document of every 404 page. */
export const notFoundTitle = 'Page not found'

/** The text of every 404 page. */
export const notFoundText = {
  title: 'This lane leads nowhere',
  text: 'The page you asked for is not here. It may have moved, or the link may have a typing error.',
} as const

export const isNotFound = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404

/** Title and text of an error screen, without details of the error. */
export function describeError(error: unknown): { title: string; text: string } {
  if (isNotFound(error)) return notFoundText
  if (error instanceof NetworkError)
    return { title: error.message, text: 'We could not reach the shop. Check your connection and try again.' }
  if (error instanceof ApiError && error.status >= 500) return { title: error.message, text: 'Please try again in a moment.' }
  return { title: 'Something went wrong', text: 'Please try again later.' }
}

/** Replaces a page that is missing or failed to load. `action` is one or more buttons. */
export function ErrorPage({ title, text, alert, action }: { title: string; text: string; alert?: boolean; action: ReactNode }) {
  return (
    <div className="page-width">
      <EmptyState alert={alert} level={1} title={title} action={action}>
        <p>{text}</p>
      </EmptyState>
    </div>
  )
}
