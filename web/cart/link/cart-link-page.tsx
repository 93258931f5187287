import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { parseCartLink } from '#contract/cart/cart-link.ts'
import type { CallReply } from '#contract/contract.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { ApiError, call } from '../../api/client.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { CartSkeleton } from '../mini-cart/cart-skeleton.tsx'
import type { Route } from './+types/cart-link-page'
import { LinkedCart } from './linked-cart.tsx'

const title = 'Items for your cart'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${title} · ${matches[0]?.loaderData?.storeName ?? ''}` },
  { name: 'robots', content: 'noindex' },
  // The link of an assistant contains a secret token.
  { name: 'referrer', content: 'no-referrer' },
]

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })

/** Shows what a link holds. Only the button changes the cart: previews and prefetches open links, too. */
export default function CartLinkPage() {
  const { search } = useLocation()
  const link = useMemo(() => {
    const query = new URLSearchParams(search)
    return parseCartLink({ entries: query.getAll('item'), code: query.get('code') })
  }, [search])
  const isHydrated = useHydrated()
  const token = new URLSearchParams(search).get('session')
  return (
    <div className="page-width flex min-h-dvh max-w-3xl flex-col gap-6 pt-8 sm:pt-12">
      {token !== null ? (
        <ContinuedCart key={token} token={token} />
      ) : link.items.length === 0 ? (
        <EmptyState level={1} title="This link holds no items" action={<ShopLink />}>
          <p>
            {link.unreadable > 0
              ? 'It may have been cut off. Ask for it again, or find the items in the shop.'
              : 'Find something to wear instead.'}
          </p>
        </EmptyState>
      ) : (
        <>
          <h1 className="title">{title}</h1>
          {isHydrated ? <LinkedCart key={search} {...link} code={link.code} /> : <CartSkeleton />}
        </>
      )}
    </div>
  )
}

const ShopLink = () => (
  <LinkButton variant="primary" to="/buy">
    Go to the shop
  </LinkButton>
)

/** The items that an assistant has chosen, by its link. Nothing is ordered before the buyer places the order. */
function ContinuedCart({ token: given }: { token: string }) {
  const token = given.slice(0, maxLengths.trackingToken)
  const [session, setSession] = useState<CallReply<'POST /cart/session'>>()
  const [failure, setFailure] = useState<unknown>()
  const load = () => {
    setFailure(undefined)
    call('POST /cart/session', { body: { token } }).then(setSession, setFailure)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because the page has another key for another link
  useEffect(load, [])
  if (failure !== undefined)
    return (
      <EmptyState
        level={1}
        alert
        title="This link could not be opened"
        action={
          failure instanceof ApiError && failure.status < 500 ? (
            <LinkButton variant="primary" to="/buy">
              Go to the shop
            </LinkButton>
          ) : (
            <Button variant="primary" onClick={load}>
              Try again
            </Button>
          )
        }
      >
        <p>{describeFailure(failure)}</p>
      </EmptyState>
    )
  return (
    <>
      <h1 className="title">Items from your assistant</h1>
      {session ? (
        <>
          <p className="wrap-anywhere text-soft">
            An assistant that calls itself {session.agent} has chosen these items. Nothing is ordered before you place the order.
          </p>
          <LinkedCart
            items={session.items}
            code={session.code ?? undefined}
            unreadable={0}
            session={session.kind === 'checkout' ? { token, address: session.address } : undefined}
          />
        </>
      ) : (
        <CartSkeleton />
      )}
    </>
  )
}
