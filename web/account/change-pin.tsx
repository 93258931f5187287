import { type FormEvent, useRef, useState } from 'react'
import { ApiError, NetworkError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { showToast } from '../ui/toast.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'

type FieldErrors = Readonly<Record<string, string>>

/** The form that changes the PIN. It is emptied after a change and keeps its values after an error. */
export function ChangePin({ onChanged }: { onChanged: () => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const button = useReturnFocus({ failed: error !== undefined, busy })

  const showFieldErrors = (errors: FieldErrors) => {
    setFieldErrors(errors)
    const [name] = Object.keys(errors)
    if (name) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const body = { currentPin: String(fields.get('currentPin')), newPin: String(fields.get('newPin')) }
    setError(undefined)
    const missing = Object.entries(body).flatMap(([name, pin]) => (pin === '' ? [[name, 'PIN is required.']] : []))
    showFieldErrors(Object.fromEntries(missing))
    if (missing.length > 0) return
    setBusy(true)
    try {
      const { message } = await callSignedIn('changePin', { body })
      form.current?.reset()
      showToast({ text: message })
      await onChanged()
    } catch (failure) {
      if (!(failure instanceof ApiError || failure instanceof NetworkError)) throw failure
      const fields = failure instanceof ApiError ? failure.fields : {}
      showFieldErrors(fields)
      if (Object.keys(fields).length === 0) setError(failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    // POST, because a form that the browser itself submits with GET would put the PIN into the URL.
    <form ref={form} method="post" noValidate aria-labelledby="pin" onSubmit={submit} className="flex max-w-md flex-col gap-5">
      <TextField
        name="currentPin"
        label="Current PIN"
        type="password"
        inputMode="numeric"
        autoComplete="current-password"
        error={fieldErrors.currentPin}
      />
      <TextField
        name="newPin"
        label="New PIN"
        type="password"
        autoComplete="new-password"
        hint="Four characters or more. Letters work too."
        error={fieldErrors.newPin}
      />
      <div role="alert" className="empty:hidden">
        {error && <p className="font-medium text-bad">{error}</p>}
      </div>
      <Button ref={button} type="submit" variant="primary" aria-busy={busy} disabled={busy} className="min-h-12 self-start">
        {busy ? 'Changing…' : 'Change PIN'}
      </Button>
    </form>
  )
}
