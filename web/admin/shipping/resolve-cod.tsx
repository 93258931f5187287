import { useForm } from 'react-hook-form'
import { maxLengths } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { StatusMessage, useAction } from '../use-action.tsx'

/** A payment that does not match, or an order whose payment is missing. */
export interface CodSubject {
  readonly kind: 'line' | 'order'
  readonly _id: string
  readonly amount: number
  readonly words: string
}

interface ResolveCodProps {
  subject: CodSubject
  onResolved: () => void
  /** someone else has resolved it, or it is paid */
  onStale: () => void
  onClose: () => void
}

/** Asks what was done about a payment of a courier and takes it off the list. */
export function ResolveCod({ subject: { kind, _id: id, amount, words }, onResolved, onStale, onClose }: ResolveCodProps) {
  const { busy, message, run } = useAction(onStale)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { note: '' } })
  const save = handleSubmit(({ note }) =>
    run(async () => {
      const name = kind === 'line' ? 'resolveCodLine' : 'resolveCodOrder'
      const reply = await callSignedIn(name, { params: { id }, body: { note: note.trim() } })
      onResolved()
      return reply
    }),
  )
  return (
    <Dialog open title="Mark as resolved" onClose={onClose}>
      <p className="wrap-anywhere">
        <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> · {words}
      </p>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <TextAreaField
          label="What was done?"
          hint={kind === 'order' ? 'The cash of this order is not expected from the courier any more.' : 'The note stays with the payment.'}
          rows={3}
          maxLength={maxLengths.resolutionNote}
          error={formState.errors.note?.message}
          {...register('note', { validate: (note) => note.trim() !== '' || 'Note is required.' })}
        />
        <StatusMessage message={message} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={busy}>
            {busy ? 'Please wait…' : 'Mark as resolved'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
