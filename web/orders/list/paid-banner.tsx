import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { showToast } from '../../ui/toast.ts'
import { takePaidNotice } from '../shared/payment-outcome.ts'

/** Confirms the payment of the query, with the provider's payment id. `orderId`: the order that it paid. */
export function PaidBanner({ orderId }: { orderId: string | undefined }) {
  const [query] = useSearchParams()
  const isPaid = query.get('status') === 'success'
  const paymentId = query.get('payment_id') ?? ''
  useEffect(() => {
    if (isPaid && takePaidNotice(paymentId)) showToast({ text: screenTexts.paymentSuccessful })
  }, [isPaid, paymentId])
  if (!isPaid) return null
  return (
    <section aria-labelledby="paid" className="flex items-start gap-5 rounded-control border border-good bg-raised p-5 sm:p-6">
      <svg
        viewBox="0 0 48 48"
        width="48"
        height="48"
        fill="none"
        aria-hidden="true"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="shrink-0 stroke-good"
      >
        <circle cx="24" cy="24" r="20" strokeDasharray="5 3.4" />
        <path d="M16 25l6 6 11-13" />
      </svg>
      <div className="flex min-w-0 flex-col gap-1">
        <h2 id="paid" className="font-display text-2xl leading-tight">
          {screenTexts.paymentSuccessful}
        </h2>
        <p>
          Thank you for your order. We will email you when it ships.{' '}
          {orderId !== undefined && (
            <Link to={`/UserDashboard/order-placed/${orderId}`} className="link font-medium">
              See what happens next
            </Link>
          )}
        </p>
        {paymentId !== '' && (
          <p className="text-sm break-all text-soft">
            Payment ID <span className="tabular-nums">{paymentId.slice(0, 64)}</span>
          </p>
        )}
      </div>
    </section>
  )
}
