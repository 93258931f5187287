import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { formatRupees } from '#contract/money.ts'
import { payoutLimits } from '#contract/payouts/payout-details.ts'
import type { Payout } from '#contract/payouts/payouts.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { showFormError } from '../../kit/use-action.tsx'
import { PayoutDestination } from './payout-columns.tsx'

interface PayPayoutProps {
  payout: Payout
  onPaid: () => void
  /** somebody else has paid it, or the shopper has changed where to: reload the list */
  onStale: () => void
  onClose: () => void
}

/** Records that a refund was transferred. */
export function PayPayout({ payout, onPaid, onStale, onClose }: PayPayoutProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { reference: '' } })
  const { errors, isSubmitting } = formState
  const isSending = useRef(false)
  const { _id: id, number, amount, version } = payout
  const save = async ({ reference }: { reference: string }) => {
    if (isSending.current) return
    isSending.current = true
    try {
      const { message } = await callSignedIn('POST /payouts/:id/pay', { params: { id }, body: { reference, version } })
      showToast({ text: message })
      onPaid()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) onStale()
      showFormError({ failure, setError })
    } finally {
      isSending.current = false
    }
  }
  return (
    <Dialog open title={`Paid ${formatRupees(amount)}?`} onClose={onClose}>
      <div className="flex flex-col gap-1">
        <p>
          Return <span className="font-medium tabular-nums">{number}</span>. The shopper gets an email. This cannot be undone.
        </p>
        {payout.details ? (
          <PayoutDestination payout={payout} />
        ) : (
          <p className="font-medium text-bad">The shopper has not said where to transfer it.</p>
        )}
      </div>
      <form noValidate onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(save)} className="flex flex-col gap-4">
        <TextField
          label="Reference of the bank (UTR)"
          autoComplete="off"
          maxLength={payoutLimits.reference}
          error={errors.reference?.message}
          {...register('reference')}
        />
        <div role="alert" className="empty:hidden">
          {errors.root && <p className="font-medium text-bad">{errors.root.message}</p>}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving…' : 'Record the payment'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
