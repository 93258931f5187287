import { type FormEvent, useState } from 'react'
import { formatRupees } from '#contract/money.ts'
import type { OrderPayment } from '#contract/payments.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { DrawerSection } from '../drawer.tsx'
import { formatMoment } from '../format-time.ts'
import { describeError } from '../use-resource.ts'

export interface PaymentPartProps {
  orderId: string
  payment: OrderPayment
  onRefunded: () => void
  /** somebody else has refunded meanwhile */
  onStale: () => void
}

const states = { asked: 'Being asked for', pending: 'On its way', processed: 'Sent back', failed: 'Failed' } as const

/** Whole paise, so that 0.1 + 0.2 is what it looks like. */
const subtract = (from: number, amount: number): number => (Math.round(from * 100) - Math.round(amount * 100)) / 100

/** The card payment, what went back of it, and the way to send more back. */
export function OrderPaymentSection({ orderId, payment, onRefunded, onStale }: PaymentPartProps) {
  const left = subtract(payment.amount, payment.refunded)
  const [wish, setWish] = useState<{ amount: number; reason: string }>()
  const [fields, setFields] = useState<{ amount?: string; reason?: string }>({})
  const [news, setNews] = useState<{ words: string; bad: boolean }>()
  const [busy, setBusy] = useState(false)

  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = String(given.get('amount') ?? '').trim()
    const reason = String(given.get('reason') ?? '').trim()
    const amount = /^\d{1,8}(\.\d{1,2})?$/.test(text) ? Number(text) : 0
    const wrong = {
      ...((amount <= 0 || amount > left) && { amount: `Enter an amount up to ${formatRupees(left)}.` }),
      ...(reason === '' && { reason: 'Reason is required.' }),
    }
    setFields(wrong)
    setNews(undefined)
    if (Object.keys(wrong).length === 0) setWish({ amount, reason })
  }

  const send = async ({ amount, reason }: { amount: number; reason: string }) => {
    if (busy) return
    setBusy(true)
    try {
      const { message } = await callSignedIn('refundOrder', {
        params: { id: orderId },
        body: { amount, reason, refunded: payment.refunded },
      })
      setNews({ words: message, bad: false })
      onRefunded()
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 409) onStale()
      setNews({ words: describeError(problem), bad: true })
    } finally {
      setBusy(false)
      setWish(undefined)
    }
  }

  return (
    <DrawerSection title="Card payment">
      <p className="text-sm break-all text-soft">
        {payment.paymentId} · {formatRupees(payment.amount)} paid, {formatRupees(payment.refunded)} sent back
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
                {states[refund.status]}, {formatMoment(refund.settledAt ?? refund.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <form key={payment.refunded} noValidate onSubmit={ask} className="grid items-start gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <TextField
            label="Send back (₹)"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={String(left)}
            error={fields.amount}
          />
          <TextField label="Reason" name="reason" maxLength={200} autoComplete="off" error={fields.reason} />
          <Button type="submit" className="w-fit">
            Refund
          </Button>
        </form>
      )}
      <p role="status" className={`font-medium empty:hidden ${news?.bad ? 'text-bad' : 'text-good'}`}>
        {news?.words}
      </p>
      {wish && (
        <ConfirmDialog
          title={`Refund ${formatRupees(wish.amount)}?`}
          text="The money goes back the way it came. It cannot be called back."
          action="Refund"
          busy={busy}
          onConfirm={() => send(wish)}
          onClose={() => setWish(undefined)}
        />
      )}
    </DrawerSection>
  )
}
