import { formatRupees } from '#contract/kernel/money.ts'
import type { Payout } from '#contract/payouts/payouts.ts'
import { payoutsCalls } from '#contract/payouts/payouts.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
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
  const { _id: id, number, amount, version } = payout
  return (
    <FormDialog
      title={`Paid ${formatRupees(amount)}?`}
      defaultValues={{ reference: '' }}
      intro={
        <div className="flex flex-col gap-1">
          <p>
            {payout.returnId === null ? 'Order' : 'Return'} <span className="font-medium tabular-nums">{number}</span>. The shopper gets an
            email. This cannot be undone.
          </p>
          {payout.details ? (
            <PayoutDestination payout={payout} />
          ) : (
            <p className="font-medium text-bad">The shopper has not said where to transfer it.</p>
          )}
        </div>
      }
      submitLabel="Record the payment"
      body={payoutsCalls.payPayout.body}
      send={({ reference }) => callSignedIn('POST /payouts/:id/pay', { params: { id }, body: { reference, version } })}
      onSaved={onPaid}
      onStale={onStale}
      onClose={onClose}
    >
      {({ field }) => <TextField label="Reference of the bank (UTR)" autoComplete="off" {...field('reference')} />}
    </FormDialog>
  )
}
