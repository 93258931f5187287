import { useForm } from 'react-hook-form'
import { maxLengths } from '#contract/business.ts'
import type { DataRequest } from '#contract/privacy.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { StatusMessage, useAction } from '../use-action.tsx'
import { requestKinds } from './request-kinds.ts'

interface CloseRequestProps {
  request: DataRequest
  onDone: () => void
  /** someone else has closed it */
  onStale: () => void
  onClose: () => void
}

/** Asks how a request was answered, and closes it. */
export function CloseRequest({ request: { _id, kind, name, email, phone }, onDone, onStale, onClose }: CloseRequestProps) {
  const { busy, message, run } = useAction(onStale)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { note: '' } })
  const save = handleSubmit(({ note }) =>
    run(async () => {
      const reply = await callSignedIn('closeDataRequest', { params: { id: _id }, body: { note: note.trim() } })
      onDone()
      return reply
    }),
  )
  return (
    <Dialog open title="Mark as done" onClose={onClose}>
      <p className="wrap-anywhere">
        <span className="font-semibold">{requestKinds[kind]}</span> · {[name, email, phone].filter(Boolean).join(', ')}
      </p>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <TextAreaField
          label="How was it answered?"
          rows={3}
          maxLength={maxLengths.resolutionNote}
          error={formState.errors.note?.message}
          {...register('note', { validate: (note) => note.trim() !== '' || 'Note is required.' })}
        />
        <StatusMessage message={message} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={busy}>
            {busy ? 'Please wait…' : 'Mark as done'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
