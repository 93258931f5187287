import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import { describeExpectedDay } from '#contract/orders/delivery-estimate.ts'
import type { Order } from '#contract/orders/orders.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { describeLinkPage } from '../../layout/mail-link.tsx'
import { LineItemList } from '../../orders/shared/line-item-list.tsx'
import { buildTrackingHref } from '../../orders/shared/order-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Divider } from '../../ui/divider.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Route } from './+types/guest-payment-result'
import { createGuestPaymentCalls } from './guest-payment-calls.ts'
import { finishPendingPayment, isReportedPayment, readPendingToken, updatePendingPayment } from './pending-guest-payment.ts'
import { pollPayment } from './poll-payment.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  describeLinkPage({ title: 'Your payment', storeName: matches[0]?.loaderData?.storeName })

type Result =
  | { readonly state: 'checking' }
  /** reported, and without an answer for a minute */
  | { readonly state: 'stalled' }
  | { readonly state: 'paid'; readonly order: Order }
  | { readonly state: 'refunded' | 'unknown'; readonly message: string }
  | { readonly state: 'open' | 'failed' }

type PaymentStatus = CallReply<'POST /guest/payment'>

/** The page of a payment that has ended; undefined for one that may still arrive. */
function toEnd({ status, order, message }: PaymentStatus): Result | undefined {
  if (status === 'paid' && order) return { state: 'paid', order }
  if (status === 'refunded') return { state: 'refunded', message: message ?? screenTexts.paymentFailedText }
  return undefined
}

interface ResultRequest {
  readonly token: string
  readonly isReported: boolean
  readonly onChange: (result: Result) => void
  readonly signal: AbortSignal
}

/** Waits for the end of the payment, for as long as it takes. `onChange` is told what is known before. */
async function readResult({ token, isReported, onChange, signal }: ResultRequest): Promise<Result> {
  if (token === '') return { state: 'open' }
  const calls = createGuestPaymentCalls(token)
  const read = async () => {
    const answer = await calls.fetchStatus(signal)
    if (!isReported && (answer.status === 'open' || answer.status === 'failed')) onChange({ state: answer.status })
    return answer
  }
  const onStall = () => {
    if (isReported) onChange({ state: 'stalled' })
    return new Promise<void>(() => {})
  }
  try {
    const answer = await pollPayment({ read, isFinal: (status) => toEnd(status) !== undefined, onWait: () => {}, onStall, signal })
    return toEnd(answer) ?? { state: 'open' }
  } catch (error) {
    return { state: 'unknown', message: describeFailure(error) }
  }
}

/** What became of a guest's online payment. Its link has the token of the payment. */
export default function GuestPaymentResult() {
  const [query] = useSearchParams()
  const linkToken = (query.get('token') ?? '').slice(0, maxLengths.trackingToken)
  const [result, setResult] = useState<Result>({ state: 'checking' })
  const running = useRef<AbortController>(undefined)
  const check = async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setResult({ state: 'checking' })
    // The provider's page returns without a token when nothing was paid.
    const token = linkToken || readPendingToken()
    const isReported = query.get('status') === 'paid' || isReportedPayment(token)
    const { signal } = controller
    const onChange = (known: Result) => !signal.aborted && setResult(known)
    const read = await readResult({ token, isReported, onChange, signal }).catch(() => undefined)
    if (signal.aborted || !read) return
    if (read.state === 'paid') finishPendingPayment({ token, order: read.order })
    setResult(read)
  }
  const onLeave = () => updatePendingPayment({ token: linkToken || readPendingToken(), isClosed: true })
  const start = useEffectEvent(() => check())
  useEffect(() => {
    start()
    return () => running.current?.abort()
  }, [])
  return (
    <div className="page-width flex justify-center pt-10 sm:pt-16">
      <div className="flex w-full max-w-xl flex-col gap-6">
        <Outcome result={result} onCheck={check} onLeave={onLeave} />
      </div>
    </div>
  )
}

interface OutcomeProps {
  result: Result
  onCheck: () => Promise<void>
  /** the guest goes back to the cart, because nothing was paid */
  onLeave: () => void
}

function Outcome({ result, onCheck, onLeave }: OutcomeProps) {
  switch (result.state) {
    case 'checking':
      return (
        <div role="status" className="flex items-center gap-4">
          <Spinner label="" />
          <h1 className="title">{screenTexts.checkingWithBank}</h1>
        </div>
      )
    case 'stalled':
      return (
        <Message
          title={screenTexts.checkingWithBank}
          text="This is taking longer than usual. Please do not pay again: when the bank confirms the payment, your order appears here and in your email."
        >
          <Button variant="primary" onClick={onCheck}>
            Check again
          </Button>
          <LinkButton to="/contact">Contact us</LinkButton>
        </Message>
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
        <Message title="Your payment" text={`${result.message} If you have paid, please do not pay again and write to us.`}>
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
          <LinkButton to="/homecart" onClick={onLeave}>
            {result.state === 'failed' ? 'Back to cart' : 'I have not paid: back to cart'}
          </LinkButton>
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
