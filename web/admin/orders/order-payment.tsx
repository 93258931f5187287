import { type FormEvent, useState } from 'react'
import { maxLengths } from '#contract/business.ts'
import { formatRupees, paise, toPaise, toRupees } from '#contract/money.ts'
import type { OrderPayment } from '#contract/payments.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { DrawerSection } from '../drawer.tsx'
import { formatDateTime } from '../format-time.ts'
import { type Message, StatusMessage } from '../status-message.tsx'
import { describeError } from '../use-resource.ts'

export interface OrderPaymentSectionProps {
  orderId: string
  payment: OrderPayment
  onRefunded: () => void
  /** the order was refunded by someone else: reload it */
  onStale: () => void
}

const states = { asked: 'Requested', pending: 'Processing', processed: 'Refunded', failed: 'Failed' } as const

/** The card payment of an order, its refunds and a form for a new refund. */
export function OrderPaymentSection({ orderId, payment, onRefunded, onStale }: OrderPaymentSectionProps) {
  const left = toRupees(paise(toPaise(payment.amount) - toPaise(payment.refunded)))
  const [draft, setDraft] = useState<{ amount: number; reason: string }>()
  const [errors, setErrors] = useState<{ amount?: string; reason?: string }>({})
  const [message, setMessage] = useState<Message>()
  const [busy, setBusy] = useState(false)

  const review = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = String(form.get('amount') ?? '').trim()
    const reason = String(form.get('reason') ?? '').trim()
    const amount = /^\d{1,8}(\.\d{1,2})?$/.test(text) ? Number(text) : 0
    const found = {
      ...((amount <= 0 || amount > left) && { amount: `Enter an amount up to ${formatRupees(left)}.` }),
      ...(reason === '' && { reason: 'Reason is required.' }),
    }
    setErrors(found)
    setMessage(undefined)
    if (Object.keys(found).length === 0) setDraft({ amount, reason })
  }

  const send = async ({ amount, reason }: { amount: number; reason: string }) => {
    if (busy) return
    setBusy(true)
    try {
      const reply = await callSignedIn('refundOrder', {
        params: { id: orderId },
        body: { amount, reason, refunded: payment.refunded },
      })
      setMessage({ text: reply.message, isError: false })
      onRefunded()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onStale()
      setMessage({ text: describeError(error), isError: true })
    } finally {
      setBusy(false)
      setDraft(undefined)
    }
  }

  return (
    <DrawerSection title="Card payment">
      <p className="text-sm break-all text-soft">
        {payment.paymentId} · {formatRupees(payment.amount)} paid, {formatRupees(payment.refunded)} refunded
      </p>
      {payment.refunds.length > 0 && (
        <ul className="flex flex-col text-sm">
          {payment.refunds.map((refund) => (
            <li key={refund._id} className="flex flex-wrap justify-between gap-x-6 border-line py-1.5 not-last:border-b">
              <span>
                <span className="font-semibold tabular-nums">{formatRupees(refund.amount)}</span> {refund.reason}
                {refund.askedBy && <span className="text-soft"> by {refund.askedBy}</span>}
              </span>
              <span className={refund.status === 'failed' ? 'font-semibold text-bad' : 'text-soft'}>
                {states[refund.status]}, {formatDateTime(refund.settledAt ?? refund.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <form key={payment.refunded} noValidate onSubmit={review} className="grid items-start gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <TextField
            label="Refund amount (₹)"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={String(left)}
            error={errors.amount}
          />
          <TextField label="Reason" name="reason" maxLength={maxLengths.reason} autoComplete="off" error={errors.reason} />
          <Button type="submit" className="w-fit">
            Refund
          </Button>
        </form>
      )}
      <StatusMessage message={message} />
      {draft && (
        <ConfirmDialog
          title={`Refund ${formatRupees(draft.amount)}?`}
          text="The amount is refunded to the original payment method. This cannot be undone."
          action="Refund"
          busy={busy}
          onConfirm={() => send(draft)}
          onClose={() => setDraft(undefined)}
        />
      )}
    </DrawerSection>
  )
}
