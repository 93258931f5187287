import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { Discrepancy } from '#contract/payments/payments.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { NoteDialog } from '../../kit/note-dialog.tsx'

interface ResolveDiscrepancyProps {
  discrepancy: Discrepancy
  onResolved: (reply: CallReply<'POST /payments/mismatches/:id/resolve'>) => void
  /** someone else has resolved it, or it has changed */
  onStale: () => void
  onClose: () => void
}

/** Asks what was done about a payment and takes it off the list. */
export function ResolveDiscrepancy({ discrepancy, onResolved, ...dialog }: ResolveDiscrepancyProps) {
  // A server of the previous version answers with `words` only, and reads it.
  const { _id: id, kind, words, message = words, amount, shopper } = discrepancy
  return (
    <NoteDialog
      title="Mark as resolved"
      about={
        <>
          <p>
            <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> · {shopper.name}, {shopper.phone}
          </p>
          <p className="text-sm text-soft">{message}</p>
        </>
      }
      label="What was done?"
      hint="The note stays with the payment, for the other administrators."
      submitLabel="Mark as resolved"
      send={(note) =>
        callSignedIn('POST /payments/mismatches/:id/resolve', { params: { id }, body: { kind, message, words: message, note } })
      }
      onSaved={onResolved}
      {...dialog}
    />
  )
}
