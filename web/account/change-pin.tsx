import type { FormEvent } from 'react'
import { pinHint } from '#contract/texts/screen-texts.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { useFormSubmission } from '../layout/use-form-submission.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { showToast } from '../ui/toast.ts'

/** The form that changes the PIN. It is emptied after a change and keeps its values after an error. */
export function ChangePin({ onChanged }: { onChanged: () => Promise<void> }) {
  const { form, button, busy, error, fieldErrors, submit } = useFormSubmission()
  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const body = { currentPin: String(fields.get('currentPin')), newPin: String(fields.get('newPin')) }
    const missing = Object.entries(body).flatMap(([name, pin]) => (pin === '' ? [[name, 'PIN is required.']] : []))
    return submit({
      errors: Object.fromEntries(missing),
      send: async () => {
        const { message } = await callSignedIn('POST /users/account/pin', { body })
        form.current?.reset()
        showToast({ text: message })
        await onChanged()
      },
    })
  }

  return (
    // POST, because a form that the browser itself submits with GET would put the PIN into the URL.
    <form ref={form} method="post" noValidate aria-labelledby="pin" onSubmit={change} className="flex max-w-md flex-col gap-5">
      <TextField
        name="currentPin"
        label="Current PIN"
        type="password"
        inputMode="numeric"
        autoComplete="current-password"
        error={fieldErrors.currentPin}
      />
      <TextField name="newPin" label="New PIN" type="password" autoComplete="new-password" hint={pinHint} error={fieldErrors.newPin} />
      <div role="alert" className="empty:hidden">
        {error && <p className="font-medium text-bad">{error}</p>}
      </div>
      <Button ref={button} type="submit" variant="primary" aria-busy={busy} disabled={busy} className="min-h-12 self-start">
        {busy ? 'Changing…' : 'Change PIN'}
      </Button>
    </form>
  )
}
