import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { pageTitle } from '../../ui/page-title.ts'
import { PaymentResult } from './payment-result.tsx'

export const meta = pageTitle(screenTexts.paymentCancelled)

/** The shopper closed the payment window (spec §8). */
export default function PaymentCancelled() {
  return (
    <PaymentResult title={screenTexts.paymentCancelled} text={screenTexts.paymentCancelledText} contactHref="/UserDashboard/contact">
      <p>Nothing was ordered, and your cart is unchanged. If the payment still goes through, your order will appear under My orders.</p>
    </PaymentResult>
  )
}
