import { type FormEvent, useEffect, useRef, useState } from 'react'
import { accountMails } from '#contract/kernel/limits/account-limits.ts'
import { useFormSubmission } from '../layout/use-form-submission.ts'
import { callSignedIn } from '../session/call-signed-in.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { showToast } from '../ui/toast.ts'
import { PinDialog } from './pin-dialog.tsx'

interface EmailSettingsProps {
  /** verified */
  email: string | null
  unverifiedEmail: string | null
  asksEmailCode: boolean
  onChanged: () => Promise<void>
}

/** The email address of the account, and whether new devices need a code. */
export function EmailSettings({ email, unverifiedEmail, asksEmailCode, onChanged }: EmailSettingsProps) {
  const [isChanging, setChanging] = useState(false)
  const [dialog, setDialog] = useState<'remove' | 'code'>()
  const status = useRef<HTMLParagraphElement>(null)
  const [wasSent, setWasSent] = useState(false)

  // The form that had the focus is gone, and the new address may be shown before or after the reply.
  useEffect(() => {
    if (wasSent && unverifiedEmail !== null) status.current?.focus()
  }, [wasSent, unverifiedEmail])

  const closeDialog = () => {
    setDialog(undefined)
    return onChanged()
  }
  const send = async (body: { email: string; currentPin: string }) => {
    setWasSent(false)
    const { message } = await callSignedIn('POST /users/account/email', { body })
    showToast({ text: message })
    await onChanged()
    setChanging(false)
    setWasSent(true)
  }
  const remove = async (currentPin: string) => {
    const { message } = await callSignedIn('POST /users/account/email/remove', { body: { currentPin } })
    showToast({ text: message })
    await closeDialog()
  }
  const setEmailCode = async (currentPin: string) => {
    const { message } = await callSignedIn('POST /users/account/email/code', { body: { isOn: !asksEmailCode, currentPin } })
    showToast({ text: message })
    await closeDialog()
  }

  const showsForm = isChanging || (email === null && unverifiedEmail === null)
  return (
    <div className="flex flex-col gap-5">
      {email === null ? (
        <p className="text-soft">With a verified email address you can choose a new PIN when you forget yours.</p>
      ) : (
        <p className="wrap-anywhere">
          <span className="font-medium">{email}</span> <span className="text-sm text-good">Verified</span>
        </p>
      )}
      {unverifiedEmail !== null && (
        <p ref={status} tabIndex={-1} className="wrap-anywhere rounded-control bg-sunk p-4 outline-none">
          We have sent a link to <strong className="font-semibold">{unverifiedEmail}</strong>. Open it within {accountMails.linkMinutes}{' '}
          minutes and confirm. If there is no email, look in your spam folder.
        </p>
      )}
      {showsForm ? (
        <EmailForm initialEmail={unverifiedEmail ?? ''} onSubmit={send} {...(isChanging && { onCancel: () => setChanging(false) })} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setChanging(true)}>{unverifiedEmail === null ? 'Change email' : 'Send again or change'}</Button>
          <Button onClick={() => setDialog('remove')}>Remove email</Button>
        </div>
      )}
      {email !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-5">
          <div className="flex min-w-0 max-w-md flex-col gap-1">
            <h3 className="font-medium">Ask for a code on new devices: {asksEmailCode ? 'on' : 'off'}</h3>
            <p className="text-sm text-soft">
              Who signs in on a new device with your PIN must also enter a code from our email. We also tell you about new devices.
            </p>
          </div>
          <Button aria-label={`Switch ${asksEmailCode ? 'off' : 'on'} codes on new devices`} onClick={() => setDialog('code')}>
            Switch {asksEmailCode ? 'off' : 'on'}
          </Button>
        </div>
      )}
      <p className="text-sm text-soft">Your phone number is part of your delivery address. Used only by us and the courier.</p>
      {dialog === 'remove' && (
        <PinDialog title="Remove your email?" action="Remove email" busyAction="Removing…" onSubmit={remove} onClose={closeDialog}>
          <p>Without it, only we can help you when you forget your PIN{asksEmailCode && ', and new devices are not asked for a code'}.</p>
        </PinDialog>
      )}
      {dialog === 'code' && (
        <PinDialog
          title={asksEmailCode ? 'Switch codes off?' : 'Switch codes on?'}
          action={asksEmailCode ? 'Switch off' : 'Switch on'}
          busyAction="Please wait…"
          onSubmit={setEmailCode}
          onClose={closeDialog}
        >
          <p>
            {asksEmailCode
              ? 'Your PIN alone will sign you in on every device.'
              : `We send the codes to ${email}. All devices except this one need a code the next time they sign in.`}
          </p>
        </PinDialog>
      )}
    </div>
  )
}

interface EmailFormProps {
  initialEmail: string
  onSubmit: (body: { email: string; currentPin: string }) => Promise<void>
  /** undefined: there is nothing to go back to */
  onCancel?: () => void
}

/** Asks for an email address and the PIN, so that a stolen session cannot take the account over. */
function EmailForm({ initialEmail, onSubmit, onCancel }: EmailFormProps) {
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
