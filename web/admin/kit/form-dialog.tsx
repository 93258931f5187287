import { type ReactNode, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { showFormError } from './use-action.tsx'

interface FormDialogProps<Values extends FieldValues, Reply> {
  title: string
  defaultValues: Values
  /** above the fields */
  intro?: ReactNode
  /** the fields: `field(name)` are the properties of a field, `values` what is entered at the moment */
  children: (form: { field: (name: Path<Values>) => UseFormRegisterReturn & { error: string }; values: Values }) => ReactNode
  /** the button, usually `Save` */
  submitLabel?: string
  busyLabel?: string
  /** two fields beside each other from the width of a tablet on; a field has the class `col-span-full` to be as wide as both */
  isWide?: boolean
  /** throws when the call fails: the form stays as it is, with the error at its field or above the buttons */
  send: (values: Values) => Promise<Reply & { message?: string }>
  onSaved: (reply: Reply) => void
  /** someone else has changed the data (409): reload it */
  onStale?: () => void
  onClose: () => void
}

/** A form in a dialog. One request is sent at a time; its message is shown as a toast. */
export function FormDialog<Values extends FieldValues, Reply>({
  title,
  defaultValues,
  intro,
  children,
  submitLabel = 'Save',
  busyLabel = 'Saving…',
  isWide = false,
  send,
  onSaved,
  onStale,
  onClose,
}: FormDialogProps<Values, Reply>) {
  const { register, handleSubmit, setError, formState, control } = useForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
  })
  const { errors, isSubmitting } = formState
  const values = useWatch({ control }) as Values
  // A double click comes before the form is rendered as submitting.
  const isSending = useRef(false)
  const save = handleSubmit(async (entered) => {
    if (isSending.current) return
    isSending.current = true
    try {
      const reply = await send(entered)
      if (reply.message !== undefined) showToast({ text: reply.message })
      onSaved(reply)
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) onStale?.()
      showFormError({ failure, setError })
    } finally {
      isSending.current = false
    }
  })
  const field = (name: Path<Values>) => ({ ...register(name), error: String(errors[name]?.message ?? '') })
  return (
    <Dialog open title={title} onClose={onClose}>
      {intro}
      <form noValidate onSubmit={save} className={`grid grid-cols-1 gap-4 ${isWide ? 'sm:grid-cols-2' : ''}`}>
        {children({ field, values })}
        <div role="alert" className="col-span-full empty:hidden">
          {errors.root && <p className="font-medium text-bad">{errors.root.message}</p>}
        </div>
        <div className="col-span-full flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            {isSubmitting ? busyLabel : submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Null for an empty text. What is no number is out of range, so that the server says what the field takes. */
export function parseNumber(text: string): number | null {
  const typed = text.replace(/[₹%,\s]/g, '')
  const number = Number(typed)
  return typed === '' ? null : Number.isFinite(number) ? number : -1
}
