import { useLocation } from 'react-router'
import { userContext } from '../auth/guard.ts'
import type { Route } from './+types/cod'
import { CheckoutFrame } from './checkout-frame.tsx'
import { CodForm } from './cod-form.tsx'
import { loadCheckout, parseQuotedTotal } from './load-checkout.ts'

export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadCheckout(context.get(userContext))

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Cash on delivery · ${matches[0]?.loaderData?.storeName ?? ''}` }]

const steps = ['Cart', 'Delivery', 'On its way'] as const

/** Shipping details for an order that is paid at the door. */
export default function Cod({ loaderData: checkout }: Route.ComponentProps) {
  const { state } = useLocation()
  return (
    <CheckoutFrame title="Where shall we send it?" steps={steps} empty={checkout.lines.length === 0} ordersHref="/UserDashboard/codOrders">
      <CodForm checkout={checkout} passed={parseQuotedTotal(state)} />
    </CheckoutFrame>
  )
}
