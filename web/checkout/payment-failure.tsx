import { useSearchParams } from 'react-router'
import * as screenTexts from '#contract/screen-texts.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/payment-failure'
import { PaymentResult } from './payment-result.tsx'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${screenTexts.paymentFailed} · ${matches[0]?.loaderData?.storeName ?? ''}` },
]

/** The payment could not be verified, or came too late and goes back. */
export default function PaymentFailure() {
  const [query] = useSearchParams()
  const unverified = query.get('status') === 'failed'
  return (
    <PaymentResult
      title={unverified ? screenTexts.verificationFailed : screenTexts.paymentFailed}
      text={unverified ? screenTexts.verificationFailedText : screenTexts.paymentFailedText}
      contact="/UserDashboard/contact"
    >
      <p>
        If money has left your account, it is either turned into an order within minutes or goes back to you. Please look at your orders
        before you pay again.
      </p>
      <p>
        <Link className="link" to="/UserDashboard/myOrders">
          See my orders
        </Link>
      </p>
    </PaymentResult>
  )
}
