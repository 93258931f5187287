import { type FormEvent, useRef, useState } from 'react'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError } from '../../api/client.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { WeakPinNotice } from '../../auth/pin/weak-pin.tsx'
import { mergeGuestCart } from '../../cart/state/merge-guest-cart.ts'
import { setUser } from '../../session/session.ts'
import { signIn } from '../../session/sign-in.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'

type FieldErrors = Partial<Record<'name' | 'pin', string>>

/** Opens an account for a guest who has ordered. The order joins it by the link in its mail, which proves whose order it is. */
export function CreateAccount({ proposedName }: { proposedName: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState({ name: proposedName, pin: '' })
  const [pending, setPending] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [error, setError] = useState<string>()
  const [createdName, setCreatedName] = useState<string>()
  const reject = (errors: FieldErrors) => {
    setFieldErrors(errors)
    form.current?.querySelector<HTMLInputElement>(`[name="${errors.name ? 'username' : 'pin'}"]`)?.focus()
  }

  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    setError(undefined)
    setFieldErrors({})
    if (typed.name.trim() === '') return reject({ name: screenTexts.usernameRequired })
    if (typed.pin === '') return reject({ pin: screenTexts.pinRequired })
    setPending(true)
    try {
      const body = { ...typed, mustBeNew: true, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
      const { user } = await signIn({ body, onChallenge: () => {} })
      setUser(user)
      mergeGuestCart(user)
      setCreatedName(user.name)
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'name_taken')
        reject({ name: 'This username is taken. Please choose another one.' })
      else if (failure instanceof ApiError && Object.keys(failure.fields).length > 0) reject(failure.fields)
      else setError(describeFailure(failure))
    } finally {
      setPending(false)
    }
  }

  if (createdName !== undefined)
    return (
      <section aria-label="Your account" role="status" className="flex max-w-prose flex-col items-start gap-4">
        <p className="wrap-anywhere">
          Your account <strong className="font-semibold">{createdName}</strong> is ready. To see this order in it, open the link “Add it to
          your account” in our email about the order.
        </p>
        <LinkButton to="/UserDashboard">Open my account</LinkButton>
      </section>
    )
  return (
    <section aria-labelledby="create-account" className="flex max-w-md flex-col gap-4 known:hidden">
      <h2 id="create-account" className="font-display text-2xl">
        Create an account with these details
      </h2>
      <p className="text-soft">It keeps your cart, your address and your orders on all your devices.</p>
      <form ref={form} method="post" noValidate aria-label="Create an account" onSubmit={create} className="flex flex-col gap-5">
        <TextField
          name="username"
          label="Username"
          value={typed.name}
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldErrors.name}
        />
        <TextField
          name="pin"
          label="PIN"
          type="password"
          value={typed.pin}
          onChange={({ target }) => setTyped({ ...typed, pin: target.value })}
          autoComplete="new-password"
          hint={screenTexts.pinHint}
          error={fieldErrors.pin}
        />
        <WeakPinNotice pin={typed.pin} name={typed.name} />
        <FormError text={error} />
        <Button type="submit" variant="primary" disabled={pending} aria-busy={pending} className="min-h-12 self-start">
          {pending ? 'Creating…' : 'Create account'}
        </Button>
      </form>
    </section>
  )
}
