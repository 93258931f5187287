import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { useRequest } from '../../api/use-request.ts'
import { ChangePin } from '../../auth/pin/change-pin.tsx'
import { useFormSubmission } from '../../layout/use-form-submission.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { adminHome } from '../../session/homes.ts'
import { invalidateSession, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { showToast } from '../../ui/toast.ts'
import { formatDate } from '../kit/format-time.ts'
import { ListFrame } from '../kit/list-frame.tsx'
import { Section } from '../kit/section.tsx'
import type { Route } from './+types/second-factor'

export const clientLoader = () => callSignedIn('GET /users/second-factor', {})

export const meta = pageTitle('Your account')

type Setup = CallReply<'POST /users/second-factor'>

/** The account of the administrator: the codes of an authenticator app, and the PIN. */
export default function SecondFactor({ loaderData: { confirmedAt, recoveryCodesLeft } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const mustSetUp = useSession(({ user }) => user?.needsSecondFactor === true)
  const [setup, setSetup] = useState<Setup>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  return (
    <ListFrame title="Your account">
      <Section title="Second factor" className="max-w-2xl gap-6">
        {recoveryCodes ? (
          <RecoveryCodes codes={recoveryCodes} />
        ) : setup ? (
          <ConfirmCode setup={setup} onConfirmed={setRecoveryCodes} />
        ) : confirmedAt === null ? (
          <StartSetup onStarted={setSetup} />
        ) : (
          <>
            <p>
              On since {formatDate(confirmedAt)}. Signing in asks for a code from your authenticator app. Recovery codes left:{' '}
              {recoveryCodesLeft}.
            </p>
            <RenewCodes onRenewed={setRecoveryCodes} />
            <ReplaceApp onStarted={setSetup} />
          </>
        )}
      </Section>
      {!mustSetUp && !setup && !recoveryCodes && (
        <Section title="PIN" className="mt-4 max-w-2xl gap-6 border-t border-line pt-6">
          <ChangePin route="POST /users/admin/pin" onChanged={revalidate} />
        </Section>
      )}
    </ListFrame>
  )
}

const startSetup = () => callSignedIn('POST /users/second-factor', {})

function StartSetup({ onStarted }: { onStarted: (setup: Setup) => void }) {
  return (
    <>
      <p>
        With a second factor, signing in also asks for a code from an authenticator app on your phone. Nobody who only knows your PIN gets
        in.
      </p>
      <StepButton isMain label="Set up" request={async () => onStarted(await startSetup())} />
    </>
  )
}

/** Sends one request at a time, and says above itself why it has failed. */
function StepButton({ label, isMain = false, request }: { label: string; isMain?: boolean; request: () => Promise<void> }) {
  const { busy, error, run } = useRequest()
  return (
    <>
      <FormError text={error} />
      <Button
        variant={isMain ? 'primary' : 'outline'}
        aria-disabled={busy}
        onClick={() => run(request)}
        className={isMain ? 'min-h-12 self-start' : 'self-start'}
      >
        {busy ? 'Please wait…' : label}
      </Button>
    </>
  )
}

function RenewCodes({ onRenewed }: { onRenewed: (recoveryCodes: readonly string[]) => void }) {
  const renew = async () => {
    const { message, recoveryCodes } = await callSignedIn('POST /users/second-factor/recovery-codes', {})
    showToast({ text: message })
    onRenewed(recoveryCodes)
  }
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-display text-xl">Recovery codes</h3>
      <p className="text-soft">When few are left, or when somebody may have seen them. The ones that you have now end.</p>
      <StepButton label="New recovery codes" request={renew} />
    </section>
  )
}

function ReplaceApp({ onStarted }: { onStarted: (setup: Setup) => void }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-display text-xl">Another phone or app</h3>
      <p className="text-soft">
        The app that you use now works until you have entered the first code of the new one. Then all other devices are signed out, and you
        get new recovery codes. Without the phone and the codes, run <code>npm run admin</code> with your name on the server.
      </p>
      <StepButton label="Set up another app" request={async () => onStarted(await startSetup())} />
    </section>
  )
}

function ConfirmCode({ setup, onConfirmed }: { setup: Setup; onConfirmed: (recoveryCodes: readonly string[]) => void }) {
  const heading = useHeadingFocus()
  const { form, button, busy, error, fieldErrors, submit } = useFormSubmission()
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    return submit({
      errors: code === '' ? { code: 'Enter the code.' } : {},
      send: async () => {
        const { message, recoveryCodes } = await callSignedIn('POST /users/second-factor/confirm', { body: { code } }).catch((failure) => {
          form.current?.querySelector('input')?.focus()
          throw failure
        })
        invalidateSession()
        showToast({ text: message })
        onConfirmed(recoveryCodes)
      },
    })
  }
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="font-display text-xl outline-none">
        Add the shop to your app
      </h3>
      <p>Scan this picture with an authenticator app, or type the key into it. Then enter the code that the app shows.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(setup.qrCode)}`}
        alt="QR code of the key below"
        width={240}
        height={240}
        className="rounded-control"
      />
      <p>
        Key: <code className="break-words font-semibold">{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <form ref={form} method="post" noValidate aria-label="Confirm the code" onSubmit={confirm} className="flex max-w-md flex-col gap-5">
        <TextField
          name="code"
          label="Code"
          hint="Six digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={fieldErrors.code ?? error ?? ''}
        />
        <Button ref={button} type="submit" variant="primary" aria-disabled={busy} className="min-h-12 self-start">
          {busy ? 'Please wait…' : 'Switch on'}
        </Button>
      </form>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const navigate = useNavigate()
  const heading = useHeadingFocus()
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ text: 'Copied' }),
      () => showToast({ text: 'Could not copy. Please write the codes down.' }),
    )
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="font-display text-xl outline-none">
        Your recovery codes
      </h3>
      <p>
        Each of these replaces a code of the app once, for the day your phone is lost. They are shown <strong>only now</strong>: store them
        where you find them without your phone.
      </p>
      <ul className="grid gap-x-8 gap-y-2 rounded-control bg-sunk p-5 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={copy}>Copy</Button>
        <Button variant="primary" onClick={() => navigate(adminHome)}>
          I have stored them
        </Button>
      </div>
    </>
  )
}

/** Moves the focus to the heading of a step that has replaced the one before. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return heading
}
