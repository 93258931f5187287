import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paymentErrors } from '#contract/payments/payment-errors.ts'
import { readStoredJson, storeJson } from '../api/stored-json.ts'
import { CartSkeleton } from '../cart/mini-cart/cart-skeleton.tsx'
import { isCheckoutDocument } from '../layout/leave-checkout.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { userContext } from '../session/guard.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { pageTitle } from '../ui/page-title.ts'
import type { Route } from './+types/order'
import { parseAskedAdvance } from './asked-advance.ts'
import { CardForm } from './payment/card-form.tsx'
import { CheckoutFrame, EmptyCheckout, OtherPayment } from './payment/checkout-frame.tsx'
import { type Checkout, loadCheckout, parseQuotedTotal } from './payment/load-checkout.ts'

export const clientLoader = ({ context, request }: Route.ClientLoaderArgs) => loadCheckout({ user: context.get(userContext), request })

export const meta = pageTitle('Checkout')

/** The shopper's card order: address and payment. */
export default function Order({ loaderData: checkout }: Route.ComponentProps) {
  const { checkoutScript } = useStoreConfig()
  const { state, search } = useLocation()
  const codHref = `/UserDashboard/cod${search}`
  if (checkout.lines.length === 0)
    return <EmptyCheckout ordersHref="/UserDashboard/myOrders" isProductGone={checkout.buyNow !== undefined} />
  return (
    <CheckoutFrame>
      {checkout.buyNow && checkoutScript !== null && <OtherPayment to={codHref} label="Pay on delivery instead" />}
      {checkoutScript === null ? (
        <EmptyState
          title={paymentErrors.card_payment_off.text}
          action={
            <LinkButton variant="primary" to={codHref} state={state}>
              Cash on Delivery
            </LinkButton>
          }
        />
      ) : (
        <CardCheckout checkout={checkout} scriptSrc={checkoutScript} />
      )}
    </CheckoutFrame>
  )
}

function CardCheckout({ checkout, scriptSrc }: { checkout: Checkout; scriptSrc: string }) {
  const { isReady, state } = useCheckoutDocument()
  if (!isReady) return <CartSkeleton />
  return (
    <CardForm checkout={checkout} quotedTotal={parseQuotedTotal(state)} askedAdvance={parseAskedAdvance(state)} scriptSrc={scriptSrc} />
  )
}

const storageKey = 'checkoutReload'

/**
 * Reloads the page when its document was loaded at another URL: only a document of the checkout's URL may run the payment
 * provider's script. `isReady` is false until then. Returns the route state, which survives the reload.
 */
function useCheckoutDocument(): { isReady: boolean; state: unknown } {
  const { state } = useLocation()
  const [isReady, setReady] = useState(isCheckoutDocument)
  const [saved] = useState(() => readStoredJson('sessionStorage', storageKey) as { state?: unknown } | undefined)
  useEffect(() => {
    if (isReady) {
      storeJson('sessionStorage', storageKey, undefined)
      return
    }
    const timer = setTimeout(() => {
      // A page that was already reloaded is not reloaded again, or it would loop.
      if (saved === undefined && storeJson('sessionStorage', storageKey, { state })) window.location.reload()
      else setReady(true)
    }, 0)
    return () => clearTimeout(timer)
  }, [isReady, saved, state])
  return { isReady, state: state ?? saved?.state }
}
