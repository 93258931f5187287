import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { maxLengths } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import { describeExpectedDay } from '#contract/orders/delivery-estimate.ts'
import type { Order } from '#contract/orders/orders.ts'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { ApiError } from '../../api/client.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { describeLinkPage } from '../../layout/mail-link.tsx'
import { LineItemList } from '../../orders/shared/line-item-list.tsx'
import { buildTrackingHref } from '../../orders/shared/order-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Divider } from '../../ui/divider.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Route } from './+types/guest-payment-result'
import { createGuestPaymentCalls } from './guest-payment-calls.ts'
import { finishPendingPayment, readPendingToken } from './pending-guest-payment.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  describeLinkPage({ title: 'Your payment', storeName: matches[0]?.loaderData?.storeName })

const pollIntervalMs = 2_000
const maxPolls = 30

type Result =
  | { readonly state: 'checking' }
  | { readonly state: 'paid'; readonly order: Order }
  | { readonly state: 'refunded' | 'unknown'; readonly message: string }
  | { readonly state: 'open' | 'failed' }

/** Whether an error leaves the result open: no answer, a server fault or a rate limit. */
const isInconclusive = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500 || error.status === 429

/** Reads the result. A payment that was reported as paid is not given up for a minute. */
async function readResult({ token, isReported, signal }: { token: string; isReported: boolean; signal: AbortSignal }): Promise<Result> {
  if (token === '') return { state: 'open' }
  const calls = createGuestPaymentCalls(token)
  for (let polls = 0; polls < maxPolls && !signal.aborted; polls += 1) {
    try {
      const { status, order, message } = await calls.fetchStatus(signal)
      if (status === 'paid' && order) return { state: 'paid', order }
      if (status === 'refunded') return { state: 'refunded', message: message ?? screenTexts.paymentFailedText }
      if (status !== 'paid' && !isReported) return { state: status }
    } catch (error) {
      if (!isInconclusive(error)) return { state: 'unknown', message: describeFailure(error) }
    }
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
  return { state: 'open' }
}

/** What became of a guest's online payment. Its link has the token of the payment. */
export default function GuestPaymentResult() {
  const [query] = useSearchParams()
  const linkToken = (query.get('token') ?? '').slice(0, maxLengths.trackingToken)
  const isReported = query.get('status') === 'paid'
  const [result, setResult] = useState<Result>({ state: 'checking' })
  const running = useRef<AbortController>(undefined)
  const check = async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setResult({ state: 'checking' })
    // The provider's page returns without a token when nothing was paid.
    const token = linkToken || readPendingToken()
    const read = await readResult({ token, isReported, signal: controller.signal })
    if (controller.signal.aborted) return
    if (read.state === 'paid') finishPendingPayment({ token, order: read.order })
    setResult(read)
  }
  const start = useEffectEvent(() => check())
  useEffect(() => {
    start()
    return () => running.current?.abort()
  }, [])
  return (
    <div className="page-width flex justify-center pt-10 sm:pt-16">
      <div className="flex w-full max-w-xl flex-col gap-6">
        <Outcome result={result} onCheck={check} />
      </div>
    </div>
  )
}

function Outcome({ result, onCheck }: { result: Result; onCheck: () => Promise<void> }) {
  switch (result.state) {
    case 'checking':
      return (
        <div role="status" className="flex items-center gap-4">
          <Spinner label="" />
          <h1 className="title">{screenTexts.checkingWithBank}</h1>
        </div>
      )
    case 'paid':
      return <PaidOrder order={result.order} />
    case 'refunded':
      return (
        <Message title="Payment Refunded" text={result.message}>
          <LinkButton to="/buy">Keep shopping</LinkButton>
        </Message>
      )
    case 'unknown':
      return (
        <Message title={screenTexts.paymentFailed} text={result.message}>
          <LinkButton variant="primary" to="/contact">
            Contact us
          </LinkButton>
          <LinkButton to="/order-tracking">Track an order</LinkButton>
        </Message>
      )
    default:
      return (
        <Message
          title={result.state === 'failed' ? screenTexts.paymentFailed : 'Not paid yet'}
          text={
            result.state === 'failed'
              ? 'Nothing was ordered, and your cart is unchanged. You can try UPI or another card.'
              : 'We have not received a payment. If you have paid, your order appears here and in your email as soon as the bank confirms it: please do not pay again.'
          }
        >
          <Button variant="primary" onClick={onCheck}>
            Check again
          </Button>
          <LinkButton to="/homecart">Back to cart</LinkButton>
        </Message>
      )
  }
}

function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <div role="alert" className="flex flex-col gap-4">
        <h1 className="title">{title}</h1>
        <p className="text-lg">{text}</p>
      </div>
      <Divider className="text-thread" />
      <div className="flex flex-wrap gap-3">{children}</div>
    </>
  )
}

function PaidOrder({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { number, products, userDetails, expectedBy, orderStatus, advance, cashOndelivery } = order
  const due = formatRupees(cashOndelivery)
  const toPay = advance === undefined ? 'you have nothing to pay the courier' : `you pay the courier ${due}`
  return (
    <>
      <div className="flex flex-col gap-4">
        <h1 ref={heading} tabIndex={-1} className="title outline-none">
          {screenTexts.paymentSuccessful}
        </h1>
        <p className="text-lg">
          Thank you. Order <span className="whitespace-nowrap font-medium tabular-nums">{number}</span> is{' '}
          {orderStatus === 'Cancelled' ? 'cancelled.' : `placed, and ${toPay}.`}
        </p>
        <p className="text-soft">
          {expectedBy && orderStatus !== 'Cancelled' && `${describeExpectedDay({ expectedBy })} `}
          We have sent the details to {userDetails.email}.
        </p>
      </div>
      <Divider className="text-thread" />
      <section aria-labelledby="paid-items" className="flex flex-col gap-4 rounded-control bg-sunk p-6">
        <h2 id="paid-items" className="font-medium">
          Your order
        </h2>
        <LineItemList label="Items" items={products} />
        <Divider className="text-edge" />
        {advance === undefined ? (
          <p className="flex justify-between gap-6 font-semibold tabular-nums">
            <span>Total, paid online</span> {formatRupees(getToPay(order))}
          </p>
        ) : (
          <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
            <dt className="font-semibold">Total</dt>
            <dd className="text-right font-semibold">{formatRupees(getToPay(order))}</dd>
            <dt className="text-soft">Paid online</dt>
            <dd className="text-right">{formatRupees(advance)}</dd>
            <dt className="text-soft">Due on delivery</dt>
            <dd className="text-right">{due}</dd>
          </dl>
        )}
      </section>
      <div className="flex flex-wrap gap-3">
        <LinkButton variant="primary" to={buildTrackingHref(number)}>
          Track this order
        </LinkButton>
        <LinkButton to={`/order-placed?${new URLSearchParams({ number })}`}>See what happens next</LinkButton>
        <LinkButton to="/buy">Keep shopping</LinkButton>
      </div>
    </>
  )
}
