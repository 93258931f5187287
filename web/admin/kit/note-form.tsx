import { useForm } from 'react-hook-form'
import { maxLengths } from '#contract/kernel/business.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { StatusMessage, useAction } from './use-action.tsx'

interface NoteFormProps {
  label: string
  hint?: string
  submitLabel: string
  /** throws when the call fails */
  onSave: (note: string) => Promise<{ message: string }>
  /** someone else has changed what the note is about */
  onStale: () => void
  onClose: () => void
}

/** The form of a dialog that asks for a required note. */
export function NoteForm({ label, hint, submitLabel, onSave, onStale, onClose }: NoteFormProps) {
  const { busy, message, run } = useAction(onStale)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { note: '' } })
  return (
    <form noValidate onSubmit={handleSubmit(({ note }) => run(() => onSave(note.trim())))} className="flex flex-col gap-4">
      <TextAreaField
        label={label}
        {...(hint !== undefined && { hint })}
        rows={3}
        maxLength={maxLengths.resolutionNote}
        error={formState.errors.note?.message}
        {...register('note', { validate: (note) => note.trim() !== '' || 'Note is required.' })}
      />
      <StatusMessage message={message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Go back</Button>
        <Button type="submit" variant="ink" aria-disabled={busy}>
          {busy ? 'Please wait…' : submitLabel}
        </Button>
      </div>
    </form>
  )
}
