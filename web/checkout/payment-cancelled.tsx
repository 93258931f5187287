import * as screenTexts from '#contract/screen-texts.ts'
import type { Route } from './+types/payment-cancelled'
import { PaymentResult } from './payment-result.tsx'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${screenTexts.paymentCancelled} · ${matches[0]?.loaderData?.storeName ?? ''}` },
]

/** The shopper closed the payment window. */
export default function PaymentCancelled() {
  return (
    <PaymentResult title={screenTexts.paymentCancelled} text={screenTexts.paymentCancelledText} contact="/UserDashboard/contact">
      <p>Nothing was ordered, and your cart is as you left it. Should your bank still report a payment, the order appears by itself.</p>
    </PaymentResult>
  )
}
