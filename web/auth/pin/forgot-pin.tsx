import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { accountMails } from '#contract/kernel/limits/account-limits.ts'
import { call } from '../../api/client.ts'
import { LinkDone } from '../../layout/mail-link.tsx'
import { useFormSubmission } from '../../layout/use-form-submission.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { unlistedTitle } from '../../ui/page-title.ts'

export const meta = unlistedTitle('Forgot your PIN?')

/** Sends a link to the verified email address of an account. The page says the same for every name. */
export default function ForgotPin() {
  const [sentFor, setSentFor] = useState<string>()
  return (
    <div className="page-width flex justify-center pt-10 sm:pt-20">
      <div className="flex w-full max-w-md flex-col gap-8">
        {sentFor === undefined ? <RequestForm onSent={setSentFor} /> : <Sent sentFor={sentFor} onAgain={() => setSentFor(undefined)} />}
        <p className="text-sm text-soft">
          No verified email address?{' '}
          <Link to="/contact" className="link">
            Contact us
          </Link>{' '}
          with your username and the number of one of your orders.
        </p>
      </div>
    </div>
  )
}

function RequestForm({ onSent }: { onSent: (nameOrEmail: string) => void }) {
  const { form, button, busy, error, fieldErrors, submit } = useFormSubmission()
  const request = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const nameOrEmail = String(new FormData(event.currentTarget).get('nameOrEmail')).trim()
    return submit({
      errors: nameOrEmail === '' ? { nameOrEmail: 'Enter your username or your email.' } : {},
      send: async () => {
        await call('POST /users/forgot-pin', { body: { nameOrEmail } })
        onSent(nameOrEmail)
      },
    })
  }

  return (
    <>
      <div className="flex flex-col gap-4">
        <h1 className="title">Forgot your PIN?</h1>
        <p className="text-soft">Enter your username or your email, and we send you a link to choose a new PIN.</p>
        <div aria-hidden="true" className="dashed-line text-thread" />
      </div>
      <noscript>
        <p>This form needs JavaScript.</p>
      </noscript>
      <form ref={form} method="post" noValidate aria-label="Forgot your PIN" onSubmit={request} className="hidden flex-col gap-5 js:flex">
        <TextField
          name="nameOrEmail"
          label="Username or email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldErrors.nameOrEmail ?? ''}
        />
        <FormError text={error} />
        <Button ref={button} type="submit" variant="primary" disabled={busy} aria-busy={busy} className="min-h-12">
          {busy ? 'Sending…' : 'Send the link'}
        </Button>
      </form>
    </>
  )
}

function Sent({ sentFor, onAgain }: { sentFor: string; onAgain: () => void }) {
  return (
    <LinkDone title="Check your email">
      <p className="wrap-anywhere">
        If <strong className="font-semibold">{sentFor}</strong> has a verified email address, we have sent a link to it. It works once, for{' '}
        {accountMails.linkMinutes} minutes.
      </p>
      <p className="text-soft">No email after a few minutes? Look in your spam folder, and check what you have entered.</p>
      <Button onClick={onAgain}>Try again</Button>
    </LinkDone>
  )
}
