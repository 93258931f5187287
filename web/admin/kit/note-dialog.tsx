import type { ReactNode } from 'react'
import { maxLengths } from '#contract/kernel/business.ts'
import { TextAreaField } from '../../ui/field.tsx'
import { FormDialog } from './form-dialog.tsx'

interface NoteDialogProps<Reply> {
  title: string
  /** what the note is about */
  about: ReactNode
  label: string
  hint?: string
  submitLabel: string
  /** throws when the call fails */
  send: (note: string) => Promise<Reply & { message?: string }>
  onSaved: (reply: Reply) => void
  /** someone else has changed what the note is about */
  onStale: () => void
  onClose: () => void
}

/** A dialog that asks for a required note. */
export function NoteDialog<Reply>({ about, label, hint, send, ...dialog }: NoteDialogProps<Reply>) {
  return (
    <FormDialog defaultValues={{ note: '' }} intro={about} busyLabel="Please wait…" send={({ note }) => send(note.trim())} {...dialog}>
      {({ field }) => (
        <TextAreaField
          label={label}
          {...(hint !== undefined && { hint })}
          rows={3}
          maxLength={maxLengths.resolutionNote}
          {...field('note', { validate: (note) => note.trim() !== '' || 'Note is required.' })}
        />
      )}
    </FormDialog>
  )
}
