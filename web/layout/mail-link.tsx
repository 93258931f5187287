import type { ReactNode } from 'react'
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

interface LinkRequest<Target> {
  readonly request: Request
  readonly find: (token: string) => Promise<Target>
}

/** The token of the link and what the link is about, or why there is nothing. */
export async function loadLink<Target>({ request, find }: LinkRequest<Target>) {
  const token = (new URL(request.url).searchParams.get('token') ?? '').slice(0, maxLengths.trackingToken)
  try {
    return { token, target: await find(token), error: undefined }
  } catch (error) {
    return { token, target: undefined, error: describeLinkFailure(error) }
  }
}

export const describeLinkPage = ({ title, storeName = '' }: { title: string; storeName?: string | undefined }): MetaDescriptor[] => [
  { title: `${title} · ${storeName}` },
  { name: 'robots', content: 'noindex' },
  // The link contains a secret token.
  { name: 'referrer', content: 'no-referrer' },
]

interface LinkFailureProps {
  title: string
  error: string | undefined
  /** where to go on; by default for the links of orders */
  action?: ReactNode
}

/** Replaces the page of a link that does not work. */
export function LinkFailure({ title, error, action = <OrderLinks /> }: LinkFailureProps) {
  return (
    <EmptyState level={1} title={title} action={action}>
      <p>{error}</p>
    </EmptyState>
  )
}

const OrderLinks = () => (
  <>
    <LinkButton variant="primary" to="/contact">
      Contact us
    </LinkButton>
    <LinkButton to="/order-tracking">Track an order</LinkButton>
  </>
)
