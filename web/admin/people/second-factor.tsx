import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { ApiError, NetworkError } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { adminHome } from '../../auth/homes.ts'
import { invalidateSession } from '../../auth/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'
import { formatDate } from '../shared/format-time.ts'
import { ListFrame } from '../shared/list-frame.tsx'
import type { Route } from './+types/second-factor'

export const clientLoader = () => callSignedIn('GET /users/second-factor', {})

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Second factor · ${matches[0]?.loaderData?.storeName ?? ''}` }]

type Setup = CallReply<'POST /users/second-factor'>

const describeFailure = (failure: unknown): string => {
  if (failure instanceof ApiError || failure instanceof NetworkError) return failure.message
  throw failure
}

/** Where administrators set up the codes of an authenticator app. */
export default function SecondFactor({ loaderData: { confirmedAt, recoveryCodesLeft } }: Route.ComponentProps) {
  const [setup, setSetup] = useState<Setup>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  return (
    <ListFrame title="Second factor">
      <div className="flex max-w-2xl flex-col gap-6">
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
            <p className="text-soft">
              To move to another phone or to get new recovery codes, run <code>npm run admin</code> with your name on the server, and set it
              up again.
            </p>
          </>
        )}
      </div>
    </ListFrame>
  )
}

function StartSetup({ onStarted }: { onStarted: (setup: Setup) => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const start = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      onStarted(await callSignedIn('POST /users/second-factor', {}))
    } catch (failure) {
      setBusy(false)
      setError(describeFailure(failure))
    }
  }
  return (
    <>
      <p>
        With a second factor, signing in also asks for a code from an authenticator app on your phone. Nobody who only knows your PIN gets
        in.
      </p>
      <div role="alert" className="empty:hidden">
        {error && <p className="font-medium text-bad">{error}</p>}
      </div>
      <Button variant="primary" aria-disabled={busy} onClick={start} className="min-h-12 self-start">
        {busy ? 'Please wait…' : 'Set up'}
      </Button>
    </>
  )
}

function ConfirmCode({ setup, onConfirmed }: { setup: Setup; onConfirmed: (recoveryCodes: readonly string[]) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const heading = useHeadingFocus()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setError(code === '' ? 'Enter the code.' : undefined)
    if (code !== '') {
      setBusy(true)
      try {
        const { message, recoveryCodes } = await callSignedIn('POST /users/second-factor/confirm', { body: { code } })
        invalidateSession()
        showToast({ text: message })
        onConfirmed(recoveryCodes)
        return
      } catch (failure) {
        setBusy(false)
        setError(describeFailure(failure))
      }
    }
    form.current?.querySelector('input')?.focus()
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Add the shop to your app
      </h2>
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
      <form ref={form} method="post" noValidate aria-label="Confirm the code" onSubmit={submit} className="flex max-w-md flex-col gap-5">
        <TextField name="code" label="Code" hint="Six digits" inputMode="numeric" autoComplete="one-time-code" error={error ?? ''} />
        <Button type="submit" variant="primary" aria-disabled={busy} className="min-h-12 self-start">
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
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Your recovery codes
      </h2>
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
