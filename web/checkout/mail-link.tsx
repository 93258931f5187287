import type { MetaDescriptor } from 'react-router'
import { maxLengths } from '#contract/business.ts'
import { errorText } from '#contract/errors.ts'
import { ApiError, NetworkError } from '../api/client.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

// Shared by the pages that links in mails open.

/** Why a call of such a page failed. */
export function describeLinkFailure(error: unknown): string {
  if (error instanceof NetworkError) return error.message
  if (!(error instanceof ApiError)) throw error
  return error.status >= 500 || error.code === 'unknown' ? errorText('unavailable') : error.message
}

interface LinkRequest<Order> {
  readonly request: Request
  readonly find: (token: string) => Promise<Order>
}

/** The token of the link and its order, or why there is none. */
export async function loadOrderOfLink<Order>({ request, find }: LinkRequest<Order>) {
  const token = (new URL(request.url).searchParams.get('token') ?? '').slice(0, maxLengths.trackingToken)
  try {
    return { token, order: await find(token), error: undefined }
  } catch (error) {
    return { token, order: undefined, error: describeLinkFailure(error) }
  }
}

export const describeLinkPage = ({ title, storeName = '' }: { title: string; storeName?: string | undefined }): MetaDescriptor[] => [
  { title: `${title} · ${storeName}` },
  { name: 'robots', content: 'noindex' },
  // The link contains a secret token.
  { name: 'referrer', content: 'no-referrer' },
]

/** Replaces the page of a link that does not work. */
export function LinkFailure({ title, error }: { title: string; error: string | undefined }) {
  return (
    <EmptyState
      level={1}
      title={title}
      action={
        <>
          <LinkButton variant="primary" to="/contact">
            Contact us
          </LinkButton>
          <LinkButton to="/order-tracking">Track an order</LinkButton>
        </>
      }
    >
      <p>{error}</p>
    </EmptyState>
  )
}
