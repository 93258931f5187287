import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { NoteDialog } from '../../kit/note-dialog.tsx'

/** A payment that does not match, or an order whose payment is missing. */
export interface CodSubject {
  readonly kind: 'line' | 'order'
  readonly _id: string
  readonly amount: number
  readonly message: string
}

interface ResolveCodProps {
  subject: CodSubject
  onResolved: () => void
  /** someone else has resolved it, or it is paid */
  onStale: () => void
  onClose: () => void
}

/** Asks what was done about a payment of a courier and takes it off the list. */
export function ResolveCod({ subject: { kind, _id: id, amount, message }, onResolved, ...dialog }: ResolveCodProps) {
  const route = kind === 'line' ? 'POST /remittances/lines/:id/resolve' : 'POST /remittances/orders/:id/resolve'
  return (
    <NoteDialog
      title="Mark as resolved"
      about={
        <p className="wrap-anywhere">
          <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> · {message}
        </p>
      }
      label="What was done?"
      hint={kind === 'order' ? 'The cash of this order is not expected from the courier any more.' : 'The note stays with the payment.'}
      submitLabel="Mark as resolved"
      send={(note) => callSignedIn(route, { params: { id }, body: { note } })}
      onSaved={onResolved}
      {...dialog}
    />
  )
}
