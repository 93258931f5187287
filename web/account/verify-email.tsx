import { useEffect, useRef, useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { type Call, call } from '../api/client.ts'
import { callContext } from '../api/load-context.ts'
import { describeLinkFailure, describeLinkPage, LinkFailure, loadLink } from '../layout/mail-link.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import type { Route } from './+types/verify-email'

const title = 'Verify your email address'

const load = ({ call, request }: { call: Call; request: Request }) =>
  loadLink({ request, find: (token) => call('findEmailLink', { body: { token } }) })

export const loader = ({ context, request }: Route.LoaderArgs) => load({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load({ call, request })

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The page of the link that verifies an email address. Opening it changes nothing: mail scanners do too. */
export default function VerifyEmail({ loaderData: { token, target, error } }: Route.ComponentProps) {
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      {target === undefined ? (
        <LinkFailure title={title} error={error} action={<LinkButton to="/UserDashboard/account">Open my account</LinkButton>} />
      ) : (
        <Confirmation token={token} target={target} />
      )}
    </div>
  )
}

function Confirmation({ token, target: { name, email } }: { token: string; target: CallReply<'findEmailLink'> }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [message, setMessage] = useState<string>()
  const done = useRef<HTMLHeadingElement>(null)
  const button = useReturnFocus({ failed: error !== undefined, busy: isBusy })
  useEffect(() => {
    if (message !== undefined) done.current?.focus()
  }, [message])
  const confirm = async () => {
    setError(undefined)
    setBusy(true)
    try {
      setMessage((await call('confirmEmail', { body: { token } })).message)
    } catch (failure) {
      setError(describeLinkFailure(failure))
    } finally {
      setBusy(false)
    }
  }
  if (message !== undefined)
    return (
      <div className="flex max-w-prose flex-col items-start gap-4">
        <h1 ref={done} tabIndex={-1} className="title outline-none">
          Your email address is verified
        </h1>
        <p className="wrap-anywhere">{message} With it you can choose a new PIN when you forget yours.</p>
        <LinkButton to="/UserDashboard/account">Open my account</LinkButton>
      </div>
    )
  return (
    <div className="flex max-w-prose flex-col items-start gap-6">
      <h1 className="title">{title}</h1>
      <p className="wrap-anywhere">
        Is <strong className="font-semibold">{email}</strong> the email address of your account{' '}
        <strong className="font-semibold">{name}</strong>? If you have no such account, close this page.
      </p>
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
      <div role="alert" className="empty:hidden">
        {error && <p className="font-medium text-bad">{error}</p>}
      </div>
      <Button ref={button} variant="primary" disabled={isBusy} aria-busy={isBusy} onClick={confirm} className="min-h-12">
        {isBusy ? 'Confirming…' : 'Yes, this is my address'}
      </Button>
    </div>
  )
}
