import { type FormEvent, useRef, useState } from 'react'
import { ApiError, NetworkError } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'

type FieldErrors = Readonly<Record<string, string>>

interface EmailFormProps {
  initialEmail: string
  onSubmit: (body: { email: string; currentPin: string }) => Promise<void>
  /** undefined: there is nothing to go back to */
  onCancel?: () => void
}

/** Asks for an email address and the PIN, so that a stolen session cannot take the account over. */
export function EmailForm({ initialEmail, onSubmit, onCancel }: EmailFormProps) {
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
    const body = { email: String(fields.get('email')).trim(), currentPin: String(fields.get('currentPin')) }
    const missing = {
      ...(body.email === '' && { email: 'Email is required.' }),
      ...(body.currentPin === '' && { currentPin: 'PIN is required.' }),
    }
    setError(undefined)
    showFieldErrors(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      await onSubmit(body)
    } catch (failure) {
      if (!(failure instanceof ApiError || failure instanceof NetworkError)) throw failure
      const failed = failure instanceof ApiError ? failure.fields : {}
      showFieldErrors(failed)
      if (Object.keys(failed).length === 0) setError(failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    // POST, because a form that the browser itself submits with GET would put the PIN into the URL.
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Verify an email address"
      onSubmit={submit}
      className="flex max-w-md flex-col gap-5"
    >
      <TextField
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        defaultValue={initialEmail}
        error={fieldErrors.email ?? ''}
      />
      <TextField
        name="currentPin"
        label="Your PIN"
        type="password"
        inputMode="numeric"
        autoComplete="current-password"
        error={fieldErrors.currentPin ?? ''}
      />
      <div role="alert" className="empty:hidden">
        {error && <p className="font-medium text-bad">{error}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button ref={button} type="submit" variant="primary" aria-busy={busy} disabled={busy} className="min-h-12">
          {busy ? 'Sending…' : 'Send a link'}
        </Button>
        {onCancel && (
          <Button disabled={busy} onClick={onCancel} className="min-h-12">
            Go back
          </Button>
        )}
      </div>
    </form>
  )
}
