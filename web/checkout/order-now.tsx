import { Link, useLocation, useNavigate } from 'react-router'
import { timings } from '#contract/business.ts'
import { policy } from '#contract/limits/policy-numbers.ts'
import { calculateTotals } from '#contract/orders/adjustments.ts'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { CartSkeleton } from '../cart/mini-cart/cart-skeleton.tsx'
import { clearGuestCart } from '../cart/state/edit-guest-cart.ts'
import { parseGuestCart } from '../cart/state/guest-cart-line.ts'
import { loadPlacedOrderPanel } from '../orders/placed/lazy-placed-order-panel.tsx'
import { rememberPlacedOrder } from '../orders/placed/placed-orders.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { showToast } from '../ui/toast.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import type { Route } from './+types/order-now'
import { CodForm } from './cod-form.tsx'
import { CheckoutFrame } from './payment/checkout-frame.tsx'
import { placeGuestOrder } from './place-order.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Delivery · ${matches[0]?.loaderData?.storeName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** The guest's order form. Its cart is route state (spec §2), which the server never sees. */
export default function OrderNow() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const lines = parseGuestCart((state as { cart?: unknown } | null)?.cart)
  const items = lines.map((line) => ({ ...line, quantity: line.qty, placeholderColor: line.backdrop }))
  const isEmpty = isHydrated && items.length === 0
  return (
    <CheckoutFrame steps={isEmpty ? [] : undefined}>
      {!isHydrated && <CartSkeleton />}
      {isEmpty && (
        <EmptyState
          title={screenTexts.noItemsInCart}
          action={
            <LinkButton variant="primary" to="/homecart">
              Go Back to Cart
            </LinkButton>
          }
        >
          <p>Put something you like in your cart, and order it from there.</p>
        </EmptyState>
      )}
      {isHydrated && !isEmpty && (
        <CodForm
          items={items}
          totals={calculateTotals({ lines: items })}
          cartLink={{ to: '/homecart', label: 'Go Back to Cart' }}
          placeOrder={(address) => placeGuestOrder({ lines, address })}
          onPlaced={async (order, deliveryAddress) => {
            clearGuestCart()
            rememberPlacedOrder({ order, deliveryAddress })
            const text = `Order ${order.number} placed. It will be with you within ${policy.guestDeliveryDays} days of dispatch.`
            showToast({ text, duration: timings.longToast })
            await loadPlacedOrderPanel()
            return navigate('/buy', { replace: true })
          }}
        >
          Delivered in {policy.deliveryDays.join(' to ')} days. Returns within {policy.returnWindowDays} days. We store your name, address,
          phone and email to deliver this order, for returns, and in our books as tax law requires.{' '}
          <Link to="/privacy" className="link">
            Privacy Policy
          </Link>
        </CodForm>
      )}
    </CheckoutFrame>
  )
}
