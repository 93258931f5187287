import { useSearchParams } from 'react-router'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { pageTitle } from '../../ui/page-title.ts'
import { PaymentResult } from './payment-result.tsx'

export const meta = pageTitle(screenTexts.paymentFailed)

/** The payment could not be verified, or arrived too late and is refunded. */
export default function PaymentFailure() {
  const [query] = useSearchParams()
  const isUnverified = query.get('status') === 'failed'
  return (
    <PaymentResult
      title={isUnverified ? screenTexts.verificationFailed : screenTexts.paymentFailed}
      text={isUnverified ? screenTexts.verificationFailedText : screenTexts.paymentFailedText}
      contactHref="/UserDashboard/contact"
      mayBePaid
    >
      <p>If you were charged, your order appears within minutes or you get a refund. Please check your orders before you pay again.</p>
    </PaymentResult>
  )
}
