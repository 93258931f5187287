import { type FormEvent, useState } from 'react'
import { pinHint } from '#contract/kernel/texts/screen-texts.ts'
import { call } from '../../api/client.ts'
import { createLinkLoaders, describeLinkPage, LinkDone, LinkFailure } from '../../layout/mail-link.tsx'
import { useFormSubmission } from '../../layout/use-form-submission.ts'
import { invalidateSession } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import type { Route } from './+types/reset-pin'
import { isTypedPinWeak, WeakPinNotice, WeakPinQuestion } from './weak-pin.tsx'

const title = 'Choose a new PIN'

const link = createLinkLoaders((call, token) => call('POST /users/reset-pin/find', { body: { token } }))
export const loader = link.loader
export const clientLoader = link.clientLoader

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The page of the link by which a shopper replaces a forgotten PIN. */
export default function ResetPin({ loaderData: { token, target, error } }: Route.ComponentProps) {
  if (target === undefined)
    return (
      <div className="page-width pt-8 sm:pt-12">
        <LinkFailure
          title={title}
          error={error}
          action={
            <LinkButton variant="primary" to="/forgot-pin">
              Ask for a new link
            </LinkButton>
          }
        />
      </div>
    )
  return (
    <div className="page-width flex justify-center pt-10 sm:pt-20">
      <ResetForm token={token} name={target.name} />
    </div>
  )
}

interface Pins {
  readonly newPin: string
  readonly repeatedPin: string
}

function findErrors({ newPin, repeatedPin }: Pins): Readonly<Record<string, string>> {
  if (newPin === '') return { newPin: 'PIN is required.' }
  return newPin === repeatedPin ? {} : { repeatedPin: 'This is not the same PIN.' }
}

function ResetForm({ token, name }: { token: string; name: string }) {
  const [message, setMessage] = useState<string>()
  const { form, button, busy, error, fieldErrors, submit } = useFormSubmission()
  const [typedPin, setTypedPin] = useState('')
  /** what is saved once the shopper accepts the weak PIN */
  const [weak, setWeak] = useState<Pins>()
  const save = (pins: Pins) =>
    submit({
      errors: findErrors(pins),
      send: async () => {
        const reply = await call('POST /users/reset-pin', { body: { token, newPin: pins.newPin } })
        // This browser may have been signed in to the account.
        invalidateSession()
        setMessage(reply.message)
      },
    })
  const reset = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const pins = { newPin: String(fields.get('newPin')), repeatedPin: String(fields.get('repeatedPin')) }
    const asks = pins.newPin === pins.repeatedPin && isTypedPinWeak({ pin: pins.newPin, name })
    return asks ? setWeak(pins) : save(pins)
  }

  if (message !== undefined)
    return (
      <LinkDone title="Your PIN is changed">
        <p>{message}</p>
        <LinkButton variant="primary" to="/login">
          Sign in
        </LinkButton>
      </LinkDone>
    )
  return (
    <div className="flex w-full max-w-md flex-col gap-8">
      <div className="flex flex-col gap-4">
        <h1 className="title">{title}</h1>
        <p className="wrap-anywhere text-soft">
          For your account <strong className="font-semibold text-ink">{name}</strong>. All devices are signed out.
        </p>
        <div aria-hidden="true" className="dashed-line text-thread" />
      </div>
      <noscript>
        <p>This form needs JavaScript.</p>
      </noscript>
      {/* POST, because a form that the browser itself submits with GET would put the PIN into the URL. */}
      <form ref={form} method="post" noValidate aria-label={title} onSubmit={reset} className="hidden flex-col gap-5 js:flex">
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        <TextField
          name="newPin"
          label="New PIN"
          type="password"
          autoComplete="new-password"
          hint={pinHint}
          error={fieldErrors.newPin ?? ''}
          onChange={({ target }) => setTypedPin(target.value)}
        />
        <WeakPinNotice pin={typedPin} name={name} />
        <TextField
          name="repeatedPin"
          label="New PIN again"
          type="password"
          autoComplete="new-password"
          error={fieldErrors.repeatedPin ?? ''}
        />
        <FormError text={error} />
        <Button ref={button} type="submit" variant="primary" disabled={busy} aria-busy={busy} className="min-h-12">
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
    </div>
  )
}
