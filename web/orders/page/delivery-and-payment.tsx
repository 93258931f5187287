import type { CallReply } from '#contract/contract.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { describeExpectedDay } from '#contract/orders/delivery-estimate.ts'
import { manualPaymentTexts } from '#contract/orders/manual-payment.ts'
import type { OrderDetail } from '#contract/orders/orders.ts'
import { usePolicies } from '../../layout/store-config.ts'
import { formatDateTime } from '../../ui/format-date.ts'
import { findStepIndex } from '../shared/fulfilment-steps.ts'
import { isCashDue } from '../shared/order-text.ts'
import { ShownShopperNote } from '../shared/shown-shopper-note.tsx'

type PaidOrder = OrderDetail & {
  refunds: readonly Refund[]
  sentBack: readonly Refund[]
  voidReason: string | null
  paymentMethod?: string | undefined
}

/** The delivery address, the payment method and the refunds of an order. */
export function DeliveryAndPayment({ order }: { order: PaidOrder }) {
  const { deliveryAddress, kind, orderStatus, expectedBy, refunds, sentBack, voidReason } = order
  const { firstName, lastName, address: street, landmark, city, pinCode, state, phone, email, gstin, businessName } = deliveryAddress
  const lines = [`${firstName} ${lastName}`.trim(), street, landmark, [city, pinCode].filter(Boolean).join(' '), state]
  return (
    <div className="grid gap-8 sm:grid-cols-2 print:grid-cols-1">
      <section aria-labelledby="delivery" className="flex flex-col gap-2">
        <h2 id="delivery" className="font-display text-2xl">
          Delivery
        </h2>
        <address className="not-italic wrap-anywhere">
          {lines.filter(Boolean).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          <span className="mt-2 block text-soft tabular-nums">{phone}</span>
          {email && <span className="block break-all text-soft">{email}</span>}
          {businessName && <span className="mt-2 block">{businessName}</span>}
          {gstin && <span className="block text-soft">GSTIN {gstin}</span>}
        </address>
        <ShownShopperNote order={order} />
      </section>
      <section aria-labelledby="payment" className="flex flex-col gap-2">
        <h2 id="payment" className="font-display text-2xl">
          Payment
        </h2>
        <p>{describePayment(order)}</p>
        {voidReason && <p className="text-soft">{voidReason}</p>}
        {refunds.length > 0 && (
          <RefundList refunds={refunds} isOnline={kind === 'card' || (order.advance !== undefined && orderStatus !== 'Delivered')} />
        )}
        {sentBack.length > 0 && (
          <>
            <p className="text-soft">We received a payment that your order did not need, and have sent it back.</p>
            <RefundList refunds={sentBack} isOnline />
          </>
        )}
        <DeliveryExpectation orderStatus={orderStatus} expectedBy={expectedBy} />
      </section>
    </div>
  )
}

const paymentMethods: Readonly<Record<string, string>> = {
  card: 'Paid by card',
  upi: 'Paid by UPI',
  netbanking: 'Paid by net banking',
  wallet: 'Paid from a wallet',
}

function describePayment(order: PaidOrder): string {
  const { kind, paymentStatus, isToBePaid, advance, manualPayment, paymentMethod = '', cashOndelivery } = order
  if (kind === 'exchange') return 'In exchange for returned items'
  if (manualPayment) return manualPaymentTexts[manualPayment]
  if (kind === 'card') return paymentStatus === 'Failed' ? 'Not collected' : (paymentMethods[paymentMethod] ?? 'Paid online')
  if (advance === undefined) return isToBePaid ? 'To be paid online' : 'Cash on delivery'
  const paid = `${formatRupees(advance)} paid online`
  if (paymentStatus === 'Paid') return `${paid}, ${formatRupees(cashOndelivery)} to the courier`
  return isCashDue(order) ? `${paid}, ${formatRupees(cashOndelivery)} on delivery` : paid
}

/** Delivery time and return window; nothing for an order that was cancelled or refused. */
function DeliveryExpectation({ orderStatus, expectedBy }: Pick<OrderDetail, 'orderStatus' | 'expectedBy'>) {
  const policies = usePolicies()
  if (orderStatus === 'Delivered')
    return <p className="text-soft">You can return items within {policies.returnWindowDays} days of delivery.</p>
  if (findStepIndex(orderStatus) === undefined) return null
  return (
    <p className="text-soft">
      {expectedBy ? describeExpectedDay({ expectedBy }) : `Delivery takes ${policies.deliveryDays.join(' to ')} days from the order date.`}{' '}
      You can return items within {policies.returnWindowDays} days of delivery.
    </p>
  )
}

type Refund = CallReply<'GET /order/:id/refunds'>['refunds'][number]

const listStates = ({ prepaidRefundShowsDays: [min, max] }: Policies) => ({
  'on its way': {
    label: 'Processing',
    text: 'We have requested the refund. This page updates when it has been sent.',
    colour: 'text-soft',
  },
  done: { label: 'Sent', text: `It will appear on your statement within ${min} to ${max} days.`, colour: 'text-good' },
  failed: {
    label: 'Failed',
    text: 'The refund could not be sent. We are looking into it and will refund you another way.',
    colour: 'text-bad',
  },
})

/** The refunds of an order and their states. */
function RefundList({ refunds, isOnline }: { refunds: readonly Refund[]; isOnline: boolean }) {
  const policies = usePolicies()
  const states = listStates(policies)
  // Cash is refunded by hand.
  const cashText = `It should reach you within ${policies.codRefundWorkingDays} working days.`
  return (
    <ul aria-label="Refunds" className="flex flex-col gap-4">
      {refunds.map(({ _id, amount, state, askedAt, settledAt }) => {
        const { label, text, colour } = states[state]
        const when = settledAt ?? askedAt
        return (
          <li key={_id} className="flex flex-col">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              <span className="font-medium tabular-nums">Refund of {formatRupees(amount)}</span>
              <time dateTime={when} className="text-sm text-soft tabular-nums">
                {settledAt === null ? 'requested ' : ''}
                {formatDateTime(when)}
              </time>
            </p>
            <p className="text-sm">
              <span className={`font-semibold ${colour}`}>{label}.</span> <span className="text-soft">{isOnline ? text : cashText}</span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
