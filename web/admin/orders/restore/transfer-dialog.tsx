import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { payoutLimits } from '#contract/payouts/payout-details.ts'
import type { OpenTransfer } from '#contract/restores/restores.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'

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
  const isPaid = answer === 'paid'
  return (
    <FormDialog
      title={isPaid ? `${formatRupees(amount)} were transferred?` : `${formatRupees(amount)} were not transferred?`}
      defaultValues={{ reference: '' }}
      intro={
        <p>
          Return <span className="font-medium tabular-nums">{number}</span>.{' '}
          {isPaid
            ? 'It is recorded as paid with this reference, and is not paid again.'
            : 'It is not in the statement of the bank, so it may be paid from here.'}{' '}
          This cannot be undone.
        </p>
      }
      submitLabel={isPaid ? 'Record the payment' : 'It was not transferred'}
      send={({ reference }) =>
        callSignedIn('POST /restores/transfers/:id', { params: { id }, body: isPaid ? { answer, reference } : { answer: 'not paid' } })
      }
      onSaved={onAnswered}
      onStale={onStale}
      onClose={onClose}
    >
      {({ field }) =>
        isPaid && (
          <TextField label="Reference of the bank (UTR)" autoComplete="off" maxLength={payoutLimits.reference} {...field('reference')} />
        )
      }
    </FormDialog>
  )
}
