import { useLocation } from 'react-router'
import { userContext } from '../auth/guard.ts'
import { checkoutSteps } from '../orders/checkout-steps.ts'
import type { Route } from './+types/cod'
import { CheckoutFrame } from './checkout-frame.tsx'
import { loadCheckout, parseQuotedTotal } from './load-checkout.ts'
import { ShopperCodForm } from './shopper-cod-form.tsx'

export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadCheckout(context.get(userContext))

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Cash on delivery · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** The shopper's cash-on-delivery order. */
export default function Cod({ loaderData: checkout }: Route.ComponentProps) {
  const { state } = useLocation()
  return (
    <CheckoutFrame steps={checkoutSteps} isEmpty={checkout.lines.length === 0} ordersHref="/UserDashboard/codOrders">
      <ShopperCodForm checkout={checkout} quotedTotal={parseQuotedTotal(state)} />
    </CheckoutFrame>
  )
}
