import { useSearchParams } from 'react-router'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/order-result'
import { PaymentResult } from './payment-result.tsx'

const hasFailed = (query: URLSearchParams): boolean => query.get('status') === 'failed'

export const meta: Route.MetaFunction = ({ matches, location }) => [
  {
    title: `${hasFailed(new URLSearchParams(location.search)) ? screenTexts.paymentFailed : 'Your order'} · ${matches[0]?.loaderData?.storeName ?? ''}`,
  },
  { name: 'robots', content: 'noindex' },
]

/** The page of a payment that failed in its window (spec §2). Public, because it shows nothing private. */
export default function OrderResult() {
  const [query] = useSearchParams()
  if (hasFailed(query))
    return (
      <PaymentResult title={screenTexts.paymentFailed} text={screenTexts.paymentFailedText} contactHref="/contact">
        <p>Nothing was ordered, and your cart is unchanged. You can try UPI or another card.</p>
      </PaymentResult>
    )
  return (
    <div className="page-width">
      <EmptyState
        level={1}
        title="Looking for your order?"
        action={
          <>
            <LinkButton variant="primary" to="/order-tracking">
              Track an order
            </LinkButton>
            <LinkButton to="/UserDashboard/allOrders">See my orders</LinkButton>
          </>
        }
      >
        <p>You can track any order with its number and your phone. If you have an account, you will find your orders there too.</p>
      </EmptyState>
    </div>
  )
}
