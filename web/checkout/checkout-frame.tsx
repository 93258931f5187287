import type { ReactNode } from 'react'
import * as screenTexts from '#contract/screen-texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Steps } from '../ui/steps.tsx'

/** A checkout's heading and steps, and what it says when there is nothing to check out. */
export function CheckoutFrame({
  title,
  steps,
  empty,
  ordersHref,
  children,
}: {
  title: string
  steps: readonly string[]
  /** the server's cart holds nothing */
  empty: boolean
  /** where the order is if it has just been placed */
  ordersHref: string
  children: ReactNode
}) {
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-col gap-6">
        <h1 className="title">{title}</h1>
        {!empty && <Steps steps={steps} current={1} />}
      </div>
      {empty && (
        <EmptyState
          title={screenTexts.cartIsEmpty}
          action={
            <>
              <LinkButton variant="primary" to="/UserDashboard/product">
                Find something to wear
              </LinkButton>
              <LinkButton to={ordersHref}>See my orders</LinkButton>
            </>
          }
        >
          <p>An order starts in the cart. If you have just placed one, it is with your orders.</p>
        </EmptyState>
      )}
      {!empty && children}
    </div>
  )
}
