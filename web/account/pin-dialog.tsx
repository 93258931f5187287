import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useFormSubmission } from '../layout/use-form-submission.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'

interface PinDialogProps {
  title: string
  /** the label of the button that sends the PIN */
  action: string
  busyAction: string
  onSubmit: (currentPin: string) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Asks for the PIN before something that a stolen session must not do. */
export function PinDialog({ title, action, busyAction, onSubmit, onClose, children }: PinDialogProps) {
  const pinField = useRef<HTMLInputElement>(null)
  const { form, button, busy, error, fieldErrors, submit } = useFormSubmission()

  // The dialog itself focuses its first button.
  useEffect(() => pinField.current?.focus(), [])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const currentPin = pinField.current?.value ?? ''
    return submit({ errors: currentPin === '' ? { currentPin: 'PIN is required.' } : {}, send: () => onSubmit(currentPin) })
  }

  return (
    <Dialog open title={title} onClose={onClose}>
      {/* POST, because a form that the browser itself submits with GET would put the PIN into the URL. */}
      <form ref={form} method="post" noValidate onSubmit={send} className="flex flex-col gap-5">
        {children}
        <TextField
          ref={pinField}
          name="currentPin"
          label="Your PIN"
          type="password"
          inputMode="numeric"
          autoComplete="current-password"
          error={fieldErrors.currentPin}
        />
        <FormError text={error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={busy} onClick={onClose}>
            Go back
          </Button>
          <Button ref={button} type="submit" variant="primary" aria-busy={busy} disabled={busy}>
            {busy ? busyAction : action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
