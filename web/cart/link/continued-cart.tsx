import { useEffect, useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { ApiError, call } from '../../api/client.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CartSkeleton } from '../mini-cart/cart-skeleton.tsx'
import { LinkedCart } from './linked-cart.tsx'

/** The items that an assistant has chosen, by its link. Nothing is ordered before the buyer places the order. */
export function ContinuedCart({ token: given }: { token: string }) {
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
