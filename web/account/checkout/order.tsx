import { useLocation } from 'react-router'
import { messages } from '#contract/messages.ts'
import { userContext } from '../../session/guard.ts'
import { useStoreFacts } from '../../store-facts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CartSkeleton } from '../../ui/cart-skeleton.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/order'
import { CardForm } from './card-form.tsx'
import { useCheckoutDocument } from './checkout-document.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { type Checkout, loadCheckout, readPassedTotal } from './load-checkout.ts'

export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadCheckout(context.get(userContext))

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Checkout · ${matches[0]?.loaderData?.storeName ?? ''}` }]

const steps = ['Cart', 'Delivery', 'Payment'] as const

/** Shipping details for a card payment, and the payment. */
export default function Order({ loaderData: checkout }: Route.ComponentProps) {
  const { checkoutScript } = useStoreFacts()
  const { state } = useLocation()
  const empty = checkout.lines.length === 0
  return (
    <CheckoutFrame title="Where shall we send it?" steps={steps} empty={empty} ordersHref="/UserDashboard/myOrders">
      {typeof checkoutScript === 'string' ? (
        <CardCheckout checkout={checkout} scriptSrc={checkoutScript} />
      ) : (
        <Notice
          title={messages.card_payment_off}
          action={
            <LinkButton look="primary" to="/UserDashboard/cod" state={state}>
              Cash on Delivery
            </LinkButton>
          }
        />
      )}
    </CheckoutFrame>
  )
}

function CardCheckout({ checkout, scriptSrc }: { checkout: Checkout; scriptSrc: string }) {
  const { ready, state } = useCheckoutDocument()
  return ready ? <CardForm checkout={checkout} passed={readPassedTotal(state)} scriptSrc={scriptSrc} /> : <CartSkeleton />
}
