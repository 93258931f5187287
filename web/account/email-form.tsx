import type { FormEvent } from 'react'
import { useFormSubmission } from '../layout/use-form-submission.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'

interface EmailFormProps {
  initialEmail: string
  onSubmit: (body: { email: string; currentPin: string }) => Promise<void>
  /** undefined: there is nothing to go back to */
  onCancel?: () => void
}

/** Asks for an email address and the PIN, so that a stolen session cannot take the account over. */
export function EmailForm({ initialEmail, onSubmit, onCancel }: EmailFormProps) {
  const { form, button, busy, error, fieldErrors, submit } = useFormSubmission()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const body = { email: String(fields.get('email')).trim(), currentPin: String(fields.get('currentPin')) }
    const errors = {
      ...(body.email === '' && { email: 'Email is required.' }),
      ...(body.currentPin === '' && { currentPin: 'PIN is required.' }),
    }
    return submit({ errors, send: () => onSubmit(body) })
  }

  return (
    // POST, because a form that the browser itself submits with GET would put the PIN into the URL.
    <form ref={form} method="post" noValidate aria-label="Verify an email address" onSubmit={send} className="flex max-w-md flex-col gap-5">
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
      <FormError text={error} />
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
