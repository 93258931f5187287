import { useForm } from 'react-hook-form'
import { maxLengths } from '#contract/business.ts'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/money.ts'
import type { Discrepancy } from '#contract/payments.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { StatusMessage, useAction } from '../use-action.tsx'

interface ResolveDiscrepancyProps {
  discrepancy: Discrepancy
  onResolved: (reply: CallReply<'resolveDiscrepancy'>) => void
  /** someone else has resolved it, or it has changed */
  onStale: () => void
  onClose: () => void
}

/** Asks what was done about a payment and takes it off the list. */
export function ResolveDiscrepancy({ discrepancy, onResolved, onStale, onClose }: ResolveDiscrepancyProps) {
  const { _id: id, kind, words, amount, shopper } = discrepancy
  const { busy, message, run } = useAction(onStale)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { note: '' } })
  const save = handleSubmit(({ note }) =>
    run(async () => {
      const reply = await callSignedIn('resolveDiscrepancy', { params: { id }, body: { kind, words, note: note.trim() } })
      onResolved(reply)
      return reply
    }),
  )
  return (
    <Dialog open title="Mark as resolved" onClose={onClose}>
      <p>
        <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> · {shopper.name}, {shopper.phone}
      </p>
      <p className="text-sm text-soft">{words}</p>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <TextAreaField
          label="What was done?"
          hint="The note stays with the payment, for the other administrators."
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
