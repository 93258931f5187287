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

/** The form is read, not the state: what a password manager filled in, or what was typed before the page woke up, counts too. */
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
  const [typedBefore] = useState(() => useCredentials.getState())
  const [pending, setPending] = useState(false)
  const [missing, setMissing] = useState<FieldErrors>({})
  const [trouble, setTrouble] = useState<SignInError>()
  const [told, setTold] = useState(true)
  const focusField = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const credentials = readFields(event.currentTarget)
    const found = findMissing(credentials)
    setMissing(found)
    setTrouble(undefined)
    if (Object.keys(found).length > 0) {
      focusField(found.name ? 'username' : 'pin')
      return
    }
    setPending(true)
    const outcome = await signIn(credentials)
    if ('trouble' in outcome) {
      setPending(false)
      setTrouble(outcome.trouble)
      setMissing(outcome.trouble.fields)
      setTold(false)
      return
    }
    const { user } = outcome
    clearCredentials()
    setUser(user)
    mergeGuestCart(user)
    showToast({ text: screenTexts.loginSuccessful, duration: timings.shortToast })
    // The button stays busy meanwhile: the screen is as good as gone.
    setTimeout(() => navigate(safeRedirect({ role: user.role, to: search.get('to') }), { replace: true }), timings.loginRedirect)
  }

  return (
    // By POST, although only the script sends it: sent by the browser itself, a GET would write the PIN into the address.
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
        defaultValue={typedBefore.name}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={missing.name}
      />
      <TextField
        name="pin"
        label="PIN"
        type="password"
        defaultValue={typedBefore.pin}
        inputMode="numeric"
        autoComplete="current-password"
        placeholder="4-digit PIN"
        hint="Four digits or more; letters are welcome too."
        error={missing.pin}
      />
      <div role="alert" className="flex flex-col gap-1 empty:hidden">
        {trouble && <p className="font-medium text-bad">{trouble.text}</p>}
        {trouble?.taken && <p className="text-sm text-soft">{screenTexts.checkYourPin}</p>}
      </div>
      <Button type="submit" variant="primary" disabled={pending} aria-busy={pending} className="min-h-12">
        {pending && <Spinner size={22} label="" />}
        {pending ? screenTexts.signingIn : 'Sign In'}
      </Button>
      <AlertDialog
        open={trouble !== undefined && !told}
        title={trouble?.title ?? ''}
        text={trouble?.text ?? ''}
        warning={trouble?.taken}
        onClose={() => {
          setTold(true)
          focusField('pin')
        }}
      />
    </form>
  )
}
