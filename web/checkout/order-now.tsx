import { useLocation } from 'react-router'
import * as screenTexts from '#contract/screen-texts.ts'
import { parseGuestCart } from '../guest-cart/guest-cart-line.ts'
import { CartSkeleton } from '../layout/cart-skeleton.tsx'
import { checkoutSteps } from '../orders/checkout-steps.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Steps } from '../ui/steps.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import type { Route } from './+types/order-now'
import { GuestOrderForm } from './guest-order-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Delivery · ${matches[0]?.loaderData?.storeName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** The guest's order form. Its cart is route state (spec §2), which the server never sees. */
export default function OrderNow() {
  const { state } = useLocation()
  const isHydrated = useHydrated()
  const lines = isHydrated ? parseGuestCart((state as { cart?: unknown } | null)?.cart) : undefined
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-col gap-6">
        <h1 className="title">Where should we send it?</h1>
        {lines?.length !== 0 && <Steps steps={checkoutSteps} current={1} />}
      </div>
      {lines === undefined && <CartSkeleton />}
      {lines?.length === 0 && (
        <EmptyState
          title={screenTexts.noItemsInCart}
          action={
            <LinkButton variant="primary" to="/homecart">
              Go Back to Cart
            </LinkButton>
          }
        >
          <p>Add items to your cart to place an order.</p>
        </EmptyState>
      )}
      {lines !== undefined && lines.length > 0 && <GuestOrderForm lines={lines} />}
    </div>
  )
}
