import { type FormEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { timings } from '#contract/business.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { mergeGuestCart } from '../guest-cart/merge-guest-cart.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showToast } from '../ui/toast.ts'
import { clearCredentials, saveCredentials, useCredentials } from './credentials.ts'
import { safeRedirect } from './redirect-after-login.ts'
import { setUser } from './session.ts'
import { type SignInError, signIn } from './sign-in.ts'

type FieldErrors = Readonly<Record<string, string>>

/** Reads the form instead of state, so that text from a password manager or from before hydration counts. */
function readFields(form: HTMLFormElement): { name: string; pin: string } {
  const fields = new FormData(form)
  return { name: String(fields.get('username') ?? ''), pin: String(fields.get('pin') ?? '') }
}

function findMissing({ name, pin }: { name: string; pin: string }): FieldErrors {
  return {
    ...(name.trim() === '' && { name: screenTexts.usernameRequired }),
    ...(pin === '' && { pin: screenTexts.pinRequired }),
  }
}

export function LoginForm() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const [savedCredentials] = useState(() => useCredentials.getState())
  const [pending, setPending] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [error, setError] = useState<SignInError>()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const focusField = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const credentials = readFields(event.currentTarget)
    const missing = findMissing(credentials)
    setFieldErrors(missing)
    setError(undefined)
    if (Object.keys(missing).length > 0) {
      focusField(missing.name ? 'username' : 'pin')
      return
    }
    setPending(true)
    const outcome = await signIn(credentials)
    if ('error' in outcome) {
      setPending(false)
      setError(outcome.error)
      setFieldErrors(outcome.error.fields)
      setDialogOpen(true)
      return
    }
    const { user } = outcome
    clearCredentials()
    setUser(user)
    mergeGuestCart(user)
    showToast({ text: screenTexts.loginSuccessful, duration: timings.shortToast })
    setTimeout(() => navigate(safeRedirect({ role: user.role, to: search.get('to') }), { replace: true }), timings.loginRedirect)
  }

  return (
    // POST, because a form that the browser itself submits with GET would put the PIN into the URL.
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Sign in or register"
      onSubmit={submit}
      onChange={(event) => saveCredentials(readFields(event.currentTarget))}
      className="hidden flex-col gap-5 js:flex"
    >
      <TextField
        name="username"
        label="Username"
        defaultValue={savedCredentials.name}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldErrors.name}
      />
      <TextField
        name="pin"
        label="PIN"
        type="password"
        defaultValue={savedCredentials.pin}
        inputMode="numeric"
        autoComplete="current-password"
        placeholder="4-digit PIN"
        hint="Four digits or more. Letters work too."
        error={fieldErrors.pin}
      />
      <div role="alert" className="flex flex-col gap-1 empty:hidden">
        {error && <p className="font-medium text-bad">{error.text}</p>}
        {error?.isNameTaken && <p className="text-sm text-soft">{screenTexts.checkYourPin}</p>}
      </div>
      <Button type="submit" variant="primary" disabled={pending} aria-busy={pending} className="min-h-12">
        {pending && <Spinner size={22} label="" />}
        {pending ? screenTexts.signingIn : 'Sign In'}
      </Button>
      <AlertDialog
        open={error !== undefined && isDialogOpen}
        title={error?.title ?? ''}
        text={error?.text ?? ''}
        warning={error?.isNameTaken}
        onClose={() => {
          setDialogOpen(false)
          focusField('pin')
        }}
      />
    </form>
  )
}
