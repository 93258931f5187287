import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError, call } from '../api/client.ts'
import { getErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { usePinPrompt } from './pin-prompt.ts'
import { endSession, setUser, useSession } from './session.ts'
import { signIn } from './sign-in.ts'

/**
 * Asks an administrator for the PIN, and for a code when the account has a second factor, before a request is repeated: after a while, and
 * when the session has ended.
 */
export function PinDialog() {
  const { resolve, signsIn } = usePinPrompt()
  useEffect(() => {
    usePinPrompt.setState({ hasHost: true })
    return () => usePinPrompt.setState({ hasHost: false })
  }, [])
  return resolve && <PinForm signsIn={signsIn} onAnswer={resolve} />
}

type FieldErrors = Readonly<Record<string, string>>

function PinForm({ signsIn, onAnswer }: { signsIn: boolean; onAnswer: (isConfirmed: boolean) => void }) {
  // The user of the session that has ended.
  const [name] = useState(() => useSession.getState().user?.name ?? '')
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [asksCode, setAsksCode] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [error, setError] = useState<string>()
  const focusField = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()

  // After the dialog has focused its first button.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const showError = (failure: unknown) => {
    const { code, status, fields = {} } = failure instanceof ApiError ? failure : {}
    if (code === 'second_factor_required') {
      setAsksCode(true)
      setFieldErrors(fields)
      return focusField('code')
    }
    if (status === 401 && !signsIn) {
      // The session has ended while the dialog was open.
      if (useSession.getState().user?.role === 'admin') return usePinPrompt.setState({ signsIn: true })
      endSession()
      return onAnswer(false)
    }
    if (code === 'name_taken') {
      setFieldErrors({ currentPin: 'This is not your current PIN.' })
      return focusField('currentPin')
    }
    setFieldErrors(fields)
    if (Object.keys(fields).length === 0) setError(getErrorText({ error: failure, fallback: screenTexts.unexpected }))
    focusField('currentPin')
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const fields = new FormData(event.currentTarget)
    const currentPin = String(fields.get('currentPin'))
    const code = fields.get('code')?.toString().trim()
    setError(undefined)
    setFieldErrors({ ...(currentPin === '' && { currentPin: screenTexts.pinRequired }), ...(code === '' && { code: 'Enter the code.' }) })
    if (currentPin === '' || code === '') return focusField(currentPin === '' ? 'currentPin' : 'code')
    setBusy(true)
    try {
      if (signsIn) setUser((await signIn({ body: { name, pin: currentPin, code }, onChallenge: () => {} })).user)
      else await call('POST /users/reauthenticate', { body: { currentPin, code } })
      onAnswer(true)
    } catch (failure) {
      setBusy(false)
      showError(failure)
    }
  }

  const title = signsIn ? 'Sign in again' : 'Enter your PIN'
  return (
    <Dialog open title={title} closeButton={!signsIn} coversPage={signsIn} onClose={() => onAnswer(false)}>
      <p className="text-soft">
        {signsIn
          ? `Your session has ended, ${name}. Nothing that you typed or chose is lost.`
          : 'It has been a while since you signed in. What you started continues after this.'}
      </p>
      <form ref={form} method="post" noValidate aria-label={title} onSubmit={submit} className="flex flex-col gap-4">
        <TextField name="currentPin" label="PIN" type="password" autoComplete="current-password" error={fieldErrors.currentPin ?? ''} />
        {asksCode && (
          <TextField
            name="code"
            label="Code from your authenticator app"
            hint="Six digits. A recovery code works too, once."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            error={fieldErrors.code ?? ''}
          />
        )}
        <FormError text={error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => onAnswer(false)}>{signsIn ? 'Leave' : 'Cancel'}</Button>
          <Button type="submit" variant="ink" aria-disabled={isBusy}>
            {isBusy ? 'Please wait…' : signsIn ? 'Sign in' : 'Continue'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
