import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/money.ts'
import { payoutLimits } from '#contract/payouts/payout-details.ts'
import type { OpenTransfer } from '#contract/restores/restores.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { showFormError } from '../../kit/use-action.tsx'

interface TransferDialogProps {
  transfer: OpenTransfer
  answer: 'paid' | 'not paid'
  onAnswered: (reply: CallReply<'POST /restores/transfers/:id'>) => void
  /** somebody else has answered it: reload */
  onStale: () => void
  onClose: () => void
}

/** Records whether money was transferred after the backup. */
export function TransferDialog({ transfer: { _id: id, amount, number }, answer, onAnswered, onStale, onClose }: TransferDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { reference: '' } })
  const { errors, isSubmitting } = formState
  const isSending = useRef(false)
  const isPaid = answer === 'paid'
  const save = async ({ reference }: { reference: string }) => {
    if (isSending.current) return
    isSending.current = true
    try {
      const body = isPaid ? ({ answer: 'paid', reference } as const) : ({ answer: 'not paid' } as const)
      const reply = await callSignedIn('POST /restores/transfers/:id', { params: { id }, body })
      showToast({ text: reply.message })
      onAnswered(reply)
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) onStale()
      showFormError({ failure, setError })
    } finally {
      isSending.current = false
    }
  }
  return (
    <Dialog
      open
      title={isPaid ? `${formatRupees(amount)} were transferred?` : `${formatRupees(amount)} were not transferred?`}
      onClose={onClose}
    >
      <p>
        Return <span className="font-medium tabular-nums">{number}</span>.{' '}
        {isPaid
          ? 'It is recorded as paid with this reference, and is not paid again.'
          : 'It is not in the statement of the bank, so it may be paid from here.'}{' '}
        This cannot be undone.
      </p>
      <form noValidate onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(save)} className="flex flex-col gap-4">
        {isPaid && (
          <TextField
            label="Reference of the bank (UTR)"
            autoComplete="off"
            maxLength={payoutLimits.reference}
            error={errors.reference?.message}
            {...register('reference')}
          />
        )}
        <div role="alert" className="empty:hidden">
          {errors.root && <p className="font-medium text-bad">{errors.root.message}</p>}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving…' : isPaid ? 'Record the payment' : 'It was not transferred'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
