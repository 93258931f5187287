import { useForm } from 'react-hook-form'
import { maxLengths } from '#contract/kernel/business.ts'
import { formatRupees, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { manualPaymentTexts } from '#contract/orders/manual-payment.ts'
import type { OrderPayment } from '#contract/payments/payments.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { formatDateTime, formatLongDay } from '../../kit/format-time.ts'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { findActiveInvoice } from './find-active-invoice.ts'

interface OrderPaymentSectionProps {
  order: Pick<AdminOrderDetail, '_id' | 'documents' | 'issuesInvoices' | 'manualPayment' | 'manualPaymentDetails'>
  payment: OrderPayment
  /** it was refunded, here or by someone else: reload the order */
  onChange: () => void
}

const states = { asked: 'Requested', pending: 'Processing', processed: 'Refunded', failed: 'Failed' } as const

/** The payment of an order, its refunds and a form for a new refund. Cash is refunded by hand, and the refund is recorded here. */
export function OrderPaymentSection({ order, payment, onChange }: OrderPaymentSectionProps) {
  const isCash = payment.paymentId === null
  const action = isCash ? 'Record refund' : 'Refund'
  const left = toRupees(paise(toPaise(payment.amount) - toPaise(payment.refunded)))
  const hasInvoice = findActiveInvoice(order.documents ?? []) !== undefined
  // Before the invoice, a reduced price is what it will have.
  const asksEffect = hasInvoice || (order.issuesInvoices === true && !order.documents?.length)
  const { message, ask, dialog, clearMessage } = useAction(onChange)
  const { register, handleSubmit, formState } = useForm({ values: { amount: String(left), reason: '', effect: '' } })

  const isRefundable = (amount: string) => /^\d{1,8}(\.\d{1,2})?$/.test(amount.trim()) && Number(amount) > 0 && Number(amount) <= left
  const review = handleSubmit(({ amount, reason, effect }) => {
    clearMessage()
    const refund = { amount: Number(amount), reason: reason.trim(), ...(asksEffect && { reducesPrice: effect === 'price' }) }
    ask(
      {
        title: `${action}${isCash ? ' of' : ''} ${formatRupees(refund.amount)}?`,
        text: isCash
          ? 'Record it when you have sent the money, for example by bank transfer. The customer is told by email. This cannot be undone.'
          : 'The amount is refunded to the original payment method. This cannot be undone.',
        action,
      },
      () =>
        callSignedIn('POST /order/admin/:id/refund', {
          params: { id: order._id },
          body: { ...refund, refunded: payment.refunded, part: isCash ? 'cash' : 'online' },
        }),
      onChange,
    )
  }, clearMessage)

  return (
    <DrawerSection title={order.manualPayment ? 'Payment to the shop' : isCash ? 'Cash on delivery' : 'Online payment'}>
      <p className="text-sm wrap-anywhere text-soft">
        {payment.paymentIds?.join(', ') ?? payment.paymentId ?? describeCash(order)} · {formatRupees(payment.amount)} paid,{' '}
        {formatRupees(payment.refunded)} refunded{payment.refunded > 0 && `, ${formatRupees(left)} left`}
      </p>
      <Refunds refunds={payment.refunds} />
      {left > 0 && (
        <form noValidate onSubmit={review} className="grid items-start gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <TextField
            label="Refund amount (₹)"
            inputMode="decimal"
            autoComplete="off"
            error={formState.errors.amount?.message}
            {...register('amount', { validate: (amount) => isRefundable(amount) || `Enter an amount up to ${formatRupees(left)}.` })}
          />
          <TextField
            label="Reason"
            maxLength={maxLengths.reason}
            autoComplete="off"
            error={formState.errors.reason?.message}
            {...register('reason', { validate: (reason) => reason.trim() !== '' || 'Reason is required.' })}
          />
          {asksEffect && (
            <SelectField
              label="Invoice"
              error={formState.errors.effect?.message}
              className="sm:col-span-2"
              {...register('effect', { validate: (effect) => effect !== '' || 'Choose what the refund does to the invoice.' })}
            >
              <option value="">Choose</option>
              <option value="price">
                {hasInvoice ? 'The price is reduced: issue a credit note' : 'The price is reduced: the invoice will have less'}
              </option>
              <option value="goodwill">Goodwill: the invoice stays as it is</option>
            </SelectField>
          )}
          <Button type="submit" className="w-fit">
            {action}
          </Button>
        </form>
      )}
      <StatusMessage message={message} />
      {dialog}
    </DrawerSection>
  )
}

/** How the money of an order without an online payment was received. */
function describeCash({ manualPayment, manualPaymentDetails }: OrderPaymentSectionProps['order']): string {
  if (!manualPayment) return 'Collected by the courier'
  const { day = '', reference = '' } = manualPaymentDetails ?? {}
  return [manualPaymentTexts[manualPayment], day && `on ${formatLongDay(day)}`, reference].filter(Boolean).join(' · ')
}

/** Payments that arrived too late or twice, with their refunds. */
export function SentBackSection({ payments }: { payments: readonly OrderPayment[] }) {
  return (
    <DrawerSection title="Payments sent back">
      {payments.map(({ paymentId, amount, refunds }) => (
        <div key={paymentId}>
          <p className="text-sm break-all text-soft">
            {paymentId} · {formatRupees(amount)} paid
          </p>
          <Refunds refunds={refunds} />
        </div>
      ))}
    </DrawerSection>
  )
}

function Refunds({ refunds }: Pick<OrderPayment, 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <ul className="flex flex-col text-sm">
      {refunds.map(({ _id, amount, reason, askedBy, status, settledAt, createdAt }) => (
        <li key={_id} className="flex flex-wrap justify-between gap-x-6 border-line py-1.5 not-last:border-b">
          <span>
            <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> {reason}
            {askedBy && <span className="text-soft"> by {askedBy}</span>}
          </span>
          <span className={status === 'failed' ? 'font-semibold text-bad' : 'text-soft'}>
            {states[status]}, {formatDateTime(settledAt ?? createdAt)}
          </span>
        </li>
      ))}
    </ul>
  )
}
