import { useSearchParams } from 'react-router'
import * as screenTexts from '#contract/screen-texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/order-result'
import { PaymentResult } from './payment-result.tsx'

const hasFailed = (query: URLSearchParams): boolean => query.get('status') === 'failed'

export const meta: Route.MetaFunction = ({ matches, location }) => [
  {
    title: `${hasFailed(new URLSearchParams(location.search)) ? screenTexts.paymentFailed : 'Your order'} · ${matches[0]?.loaderData?.storeName ?? ''}`,
  },
  { name: 'robots', content: 'noindex' },
]

/** Where a payment that failed in the window ends (spec §2). Public, because the address says nothing private. */
export default function OrderSummary() {
  const [query] = useSearchParams()
  if (hasFailed(query))
    return (
      <PaymentResult title={screenTexts.paymentFailed} text={screenTexts.paymentFailedText} contact="/contact">
        <p>Nothing was ordered and your cart is as you left it. Another card or UPI often works at once.</p>
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
            <LinkButton to="/UserDashboard/myOrders">See my orders</LinkButton>
          </>
        }
      >
        <p>With its number and your phone you can follow any order. If you have an account, your orders are there too.</p>
      </EmptyState>
    </div>
  )
}
