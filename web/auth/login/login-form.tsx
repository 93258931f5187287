import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { timings } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError } from '../../api/client.ts'
import { getErrorText } from '../../api/error-text.ts'
import { mergeGuestCart } from '../../cart/state/merge-guest-cart.ts'
import { safeRedirect } from '../../session/redirect-after-login.ts'
import { setUser } from '../../session/session.ts'
import { signIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toast.ts'
import { WeakPinNotice } from '../pin/weak-pin.tsx'

interface Credentials {
  readonly name: string
  readonly pin: string
  /** undefined while the form does not ask for it, as are the digits */
  readonly code?: string | undefined
  /** the last four digits of the phone of the last order */
  readonly phoneDigits?: string | undefined
}

interface SignInError {
  readonly title: string
  readonly text: string
  /** the name belongs to an account, perhaps the visitor's own */
  readonly isNameTaken: boolean
}

type FieldErrors = Readonly<Record<string, string>>

/** What an account needs besides its PIN. */
type Proof = 'app' | 'email' | 'phone'

const proofs: Readonly<Record<string, Proof>> = {
  second_factor_required: 'app',
  email_code_required: 'email',
  phone_digits_required: 'phone',
}

const proofFields = {
  app: { name: 'code', label: 'Code from your authenticator app', hint: 'Six digits. A recovery code works too, once.' },
  email: {
    name: 'code',
    label: 'Code from our email',
    hint: 'Six digits, for ten minutes. This device is new to your account.',
    inputMode: 'numeric',
  },
  phone: {
    name: 'phoneDigits',
    label: 'Last four digits of your phone number',
    hint: 'The phone number of your last order. This device is new to your account, and there were many sign-in attempts lately.',
    inputMode: 'numeric',
  },
} as const

const noCredentials: Credentials = { name: '', pin: '' }

/** What was typed, so that it survives a visit to another page. In memory only, never stored. */
let savedCredentials = noCredentials
let saveTimer: ReturnType<typeof setTimeout> | undefined

/** Debounced (spec §4). */
function saveCredentials(typed: Credentials): void {
  clearTimeout(saveTimer)
  saveTimer = setTimeout(() => {
    savedCredentials = typed
  }, timings.inputDebounce)
}

function clearCredentials(): void {
  clearTimeout(saveTimer)
  savedCredentials = noCredentials
}

/** Reads the form instead of state, so that text from a password manager or from before hydration counts. */
function readFields(form: HTMLFormElement): Credentials {
  const fields = new FormData(form)
  return {
    name: String(fields.get('username') ?? ''),
    pin: String(fields.get('pin') ?? ''),
    code: fields.get('code')?.toString(),
    phoneDigits: fields.get('phoneDigits')?.toString(),
  }
}

function findMissing({ name, pin, code, phoneDigits }: Credentials): FieldErrors {
  return {
    ...(name.trim() === '' && { name: screenTexts.usernameRequired }),
    ...(pin === '' && { pin: screenTexts.pinRequired }),
    ...(code?.trim() === '' && { code: 'Enter the code.' }),
    ...(phoneDigits?.trim() === '' && { phoneDigits: 'Enter the last four digits.' }),
  }
}

function toSignInError(error: unknown): SignInError {
  const isRejected = error instanceof ApiError && error.status < 500
  const text = getErrorText({ error, fallback: isRejected ? screenTexts.invalidCredentials : screenTexts.signInFailed })
  if (/already taken/i.test(text)) return { title: screenTexts.usernameTakenTitle, text: screenTexts.usernameTaken, isNameTaken: true }
  return { title: screenTexts.errorTitle, text, isNameTaken: false }
}

/** Signs in, or registers an unknown name. */
export function LoginForm() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const [initial] = useState(savedCredentials)
  const [typed, setTyped] = useState<Credentials>(initial)
  const [pending, setPending] = useState(false)
  const [isChecking, setChecking] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [error, setError] = useState<SignInError>()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [proof, setProof] = useState<Proof>()
  const focusField = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()

  const submit = async (credentials: Credentials) => {
    if (pending) return
    const missing = findMissing(credentials)
    setFieldErrors(missing)
    setError(undefined)
    if (Object.keys(missing).length > 0) {
      focusField(missing.name ? 'username' : missing.pin ? 'pin' : missing.code ? 'code' : 'phoneDigits')
      return
    }
    setPending(true)
    try {
      const body = { ...credentials, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
      const { user, deletionCancelled } = await signIn({ body, onChallenge: () => setChecking(true) })
      clearCredentials()
      setUser(user)
      mergeGuestCart(user)
      showToast({ text: screenTexts.loginSuccessful, duration: timings.shortToast })
      if (deletionCancelled) showToast({ text: screenTexts.deletionCancelled, duration: timings.longToast })
      setTimeout(() => navigate(safeRedirect({ role: user.role, to: search.get('to') }), { replace: true }), timings.loginRedirect)
    } catch (failure) {
      setPending(false)
      setChecking(false)
      setFieldErrors(failure instanceof ApiError ? failure.fields : {})
      const needed = failure instanceof ApiError ? proofs[failure.code] : undefined
      if (needed) {
        setProof(needed)
        if (needed === 'email' && !credentials.code) showToast({ text: 'We have sent you a code by email. It can take a minute.' })
        focusField(proofFields[needed].name)
        return
      }
      setError(toSignInError(failure))
      setDialogOpen(true)
    }
  }

  const handleChange = (event: FormEvent<HTMLFormElement>) => {
    const typed = readFields(event.currentTarget)
    setTyped({ name: typed.name, pin: typed.pin })
    saveCredentials({ ...typed, code: undefined, phoneDigits: undefined })
    // Another account may need none.
    if (event.target instanceof HTMLInputElement && event.target.name === 'username') setProof(undefined)
  }

  return (
    // POST, because a form that the browser itself submits with GET would put the PIN into the URL.
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Sign in or register"
      onSubmit={(event) => {
        event.preventDefault()
        submit(readFields(event.currentTarget))
      }}
      onChange={handleChange}
      className="hidden flex-col gap-5 js:flex"
    >
      <TextField
        name="username"
        label="Username"
        defaultValue={initial.name}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldErrors.name}
      />
      <TextField
        name="pin"
        label="PIN"
        type="password"
        defaultValue={initial.pin}
        inputMode="numeric"
        autoComplete="current-password"
        placeholder="4-digit PIN"
        hint={screenTexts.pinHint}
        error={fieldErrors.pin}
      />
      <WeakPinNotice isSignIn pin={typed.pin} name={typed.name} />
      {proof && (
        <TextField
          key={proof}
          {...proofFields[proof]}
          autoComplete={proof === 'phone' ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={fieldErrors[proofFields[proof].name]}
        />
      )}
      {proof === 'email' && (
        <Button
          disabled={pending}
          onClick={() => form.current && submit({ ...readFields(form.current), code: undefined })}
          className="self-start"
        >
          Send a new code
        </Button>
      )}
      <div role="alert" className="flex flex-col gap-1 empty:hidden">
        {error && <p className="font-medium text-bad">{error.text}</p>}
        {error?.isNameTaken && <p className="text-sm text-soft">{screenTexts.checkYourPin}</p>}
      </div>
      <Button type="submit" variant="primary" disabled={pending} aria-busy={pending} className="min-h-12">
        {pending && <Spinner size={22} label="" />}
        {pending ? screenTexts.signingIn : 'Sign In'}
      </Button>
      {isChecking && (
        <div role="progressbar" aria-label="Checking your browser" className="h-0.5 bg-line">
          <div className="progress-line dashed-line text-thread" />
        </div>
      )}
      <div role="status" className="flex flex-col gap-1 empty:hidden">
        {isChecking && (
          <>
            <p className="font-medium">Checking your browser…</p>
            <p className="text-sm text-soft">
              There were many sign-in attempts lately. This takes a few seconds. You need not do anything.
            </p>
          </>
        )}
      </div>
      <p className="text-sm text-soft">
        To run your account and deliver your orders, we store your username, PIN (only as a hash), devices, cart, addresses and orders. You
        can delete your account at any time.{' '}
        <Link to="/privacy" className="link">
          Privacy Policy
        </Link>
      </p>
      {error && isDialogOpen && (
        <AlertDialog
          open
          title={error.title}
          text={error.text}
          hint={error.isNameTaken ? screenTexts.checkYourPin : undefined}
          warning={error.isNameTaken}
          link={error.isNameTaken ? { to: '/forgot-pin', label: 'Forgot your PIN?' } : undefined}
          onClose={() => {
            setDialogOpen(false)
            focusField('pin')
          }}
        />
      )}
    </form>
  )
}
