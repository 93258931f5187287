import { type FormEvent, useState } from 'react'
import { minAdminPinLength } from '#contract/kernel/limits/account-limits.ts'
import { pinHint } from '#contract/kernel/texts/screen-texts.ts'
import { useFormSubmission } from '../../layout/use-form-submission.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { showToast } from '../../ui/toast.ts'
import { isTypedPinWeak, WeakPinNotice, WeakPinQuestion } from './weak-pin.tsx'

interface Pins {
  readonly currentPin: string
  readonly newPin: string
}

/** In a demo fewer will do. */
const adminPinHint = `At least ${minAdminPinLength} characters. Letters work too.`

interface ChangePinProps {
  /** the call of a shopper or of an administrator */
  route: 'POST /users/account/pin' | 'POST /users/admin/pin'
  onChanged: () => Promise<void>
}

/** The form that changes the PIN. It is emptied after a change and keeps its values after an error. */
export function ChangePin({ route, onChanged }: ChangePinProps) {
  const { form, button, busy, error, fieldErrors, submit } = useFormSubmission()
  const name = useSession(({ user }) => user?.name ?? '')
  const [typedPin, setTypedPin] = useState('')
  /** what is saved once the shopper accepts the weak PIN */
  const [weak, setWeak] = useState<Pins>()
  const save = (body: Pins) => {
    const missing = Object.entries(body).flatMap(([name, pin]) => (pin === '' ? [[name, 'PIN is required.']] : []))
    return submit({
      errors: Object.fromEntries(missing),
      send: async () => {
        const { message } = await callSignedIn(route, { body })
        form.current?.reset()
        setTypedPin('')
        showToast({ text: message })
        await onChanged()
      },
    })
  }
  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const pins = { currentPin: String(fields.get('currentPin')), newPin: String(fields.get('newPin')) }
    const asks = pins.currentPin !== '' && isTypedPinWeak({ pin: pins.newPin, name })
    return asks ? setWeak(pins) : save(pins)
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
      <TextField
        name="newPin"
        label="New PIN"
        type="password"
        autoComplete="new-password"
        hint={route === 'POST /users/admin/pin' ? adminPinHint : pinHint}
        error={fieldErrors.newPin}
        onChange={({ target }) => setTypedPin(target.value)}
      />
      <WeakPinNotice pin={typedPin} name={name} />
      <FormError text={error} />
      <Button ref={button} type="submit" variant="primary" aria-busy={busy} disabled={busy} className="min-h-12 self-start">
        {busy ? 'Changing…' : 'Change PIN'}
      </Button>
      {weak && (
        <WeakPinQuestion
          onAccept={() => {
            setWeak(undefined)
            save(weak)
          }}
          onClose={() => setWeak(undefined)}
        />
      )}
    </form>
  )
}
