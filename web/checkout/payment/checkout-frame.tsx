import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { checkoutSteps } from '../../orders/shared/order-text.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Steps } from '../../ui/steps.tsx'

/** The heading and steps of a checkout. */
export function CheckoutFrame({ steps = checkoutSteps, children }: { steps?: readonly string[] | undefined; children: ReactNode }) {
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-col gap-6">
        <h1 className="title">Where should we send it?</h1>
        {steps.length > 0 && <Steps steps={steps} current={1} />}
      </div>
      {children}
    </div>
  )
}

/** A shopper's checkout without items. `ordersHref` lists the orders of its payment method, where one that was just placed appears. */
export function EmptyCheckout({ ordersHref, isProductGone }: { ordersHref: string; isProductGone: boolean }) {
  const { texts } = useStoreConfig()
  return (
    <CheckoutFrame steps={[]}>
      <EmptyState
        title={isProductGone ? 'This product has left the shop.' : (texts?.emptyCart ?? screenTexts.cartIsEmpty)}
        action={
          <>
            <LinkButton variant="primary" to="/UserDashboard/product">
              Find something to wear
            </LinkButton>
            <LinkButton to={ordersHref}>See my orders</LinkButton>
          </>
        }
      >
        <p>Put something you like in your cart, and order it from there. An order that you have just placed is with your orders.</p>
      </EmptyState>
    </CheckoutFrame>
  )
}

/** The checkout of the same item with the other payment method. */
export const OtherPayment = ({ to, label }: { to: string; label: string }) => (
  <Link to={to} className="link inline-flex min-h-11 items-center self-start">
    {label}
  </Link>
)
