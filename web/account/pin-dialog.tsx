import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, NetworkError } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
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
  const [busy, setBusy] = useState(false)
  const [pinError, setPinError] = useState<string>()
  const [error, setError] = useState<string>()
  const button = useReturnFocus({ failed: error !== undefined || pinError !== undefined, busy })

  // The dialog itself focuses its first button.
  useEffect(() => pinField.current?.focus(), [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const currentPin = pinField.current?.value ?? ''
    setError(undefined)
    setPinError(currentPin === '' ? 'PIN is required.' : undefined)
    if (currentPin === '') return pinField.current?.focus()
    setBusy(true)
    try {
      await onSubmit(currentPin)
    } catch (failure) {
      if (!(failure instanceof ApiError || failure instanceof NetworkError)) throw failure
      const text = failure instanceof ApiError ? failure.fields.currentPin : undefined
      setPinError(text)
      if (text === undefined) setError(failure.message)
      else pinField.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open title={title} onClose={onClose}>
      {/* POST, because a form that the browser itself submits with GET would put the PIN into the URL. */}
      <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        {children}
        <TextField
          ref={pinField}
          name="currentPin"
          label="Your PIN"
          type="password"
          inputMode="numeric"
          autoComplete="current-password"
          error={pinError}
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
