import { type ReactNode, useState } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { showToast } from '../../ui/toast.ts'
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx'
import { type SaveFormOptions, type SaveFormState, useSaveForm } from './save-form.tsx'

interface FormDialogProps<Values extends FieldValues, Reply> extends Pick<SaveFormOptions<Values, Reply>, 'body' | 'onSaved' | 'onStale'> {
  title: string
  defaultValues: Values
  /** above the fields */
  intro?: ReactNode
  /** the fields: `field(name)` are the properties of a field, `values` what is entered at the moment */
  children: (form: { field: SaveFormState<Values>['field']; values: Values }) => ReactNode
  /** the button, usually `Save` */
  submitLabel?: string
  busyLabel?: string
  /** two fields beside each other from the width of a tablet on; a field has the class `col-span-full` to be as wide as both */
  isWide?: boolean
  /** throws when the call fails: the form stays as it is, with the error at its field or above the buttons */
  send: (values: Values) => Promise<Reply & { message?: string }>
  onClose: () => void
}

/** A form in a dialog. One request is sent at a time; its message is shown as a toast. Closing it or leaving the screen with input asks first. */
export function FormDialog<Values extends FieldValues, Reply>({
  title,
  intro,
  children,
  submitLabel = 'Save',
  busyLabel = 'Saving…',
  isWide = false,
  send,
  onClose,
  ...options
}: FormDialogProps<Values, Reply>) {
  const { control, field, save, isSubmitting, isDirty, failure } = useSaveForm<Values, Reply>({
    ...options,
    async send(entered) {
      const reply = await send(entered)
      if (reply.message !== undefined) showToast({ text: reply.message })
      return reply
    },
  })
  const values = useWatch({ control }) as Values
  const [isAsking, setAsking] = useState(false)
  const close = () => (isDirty ? setAsking(true) : onClose())
  const dialog = (
    <Dialog open={!isAsking} title={title} onClose={close}>
      {isDirty && <UnsavedChanges />}
      {intro}
      <form noValidate onSubmit={save} className={`grid grid-cols-1 gap-4 ${isWide ? 'sm:grid-cols-2' : ''}`}>
        {children({ field, values })}
        <FormError text={failure} className="col-span-full" />
        <div className="col-span-full flex flex-wrap justify-end gap-3">
          <Button onClick={close}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            {isSubmitting ? busyLabel : submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
  return (
    <>
      {dialog}
      {isAsking && (
        <ConfirmDialog
          title="Discard your changes?"
          text="What you changed here is not saved."
          action="Discard"
          busy={false}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Null for an empty text. What is no number is out of range, so that the server says what the field takes. */
export function parseNumber(text: string): number | null {
  const typed = text.replace(/[₹%,\s]/g, '')
  const number = Number(typed)
  return typed === '' ? null : Number.isFinite(number) ? number : -1
}
