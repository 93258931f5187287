import type { CallReply } from '#contract/contract.ts'
import { createLinkLoaders, describeLinkPage, LinkDone, LinkFailure, useLinkAnswer } from '../layout/mail-link.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import type { Route } from './+types/verify-email'

const title = 'Verify your email address'

const link = createLinkLoaders((call, token) => call('POST /users/email/find', { body: { token } }))
export const loader = link.loader
export const clientLoader = link.clientLoader

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

function Confirmation({ token, target: { name, email } }: { token: string; target: CallReply<'POST /users/email/find'> }) {
  const { answer, pending, error, message, button } = useLinkAnswer(token)
  const isBusy = pending !== undefined
  if (message !== undefined)
    return (
      <LinkDone title="Your email address is verified">
        <p className="wrap-anywhere">{message} With it you can choose a new PIN when you forget yours.</p>
        <LinkButton to="/UserDashboard/account">Open my account</LinkButton>
      </LinkDone>
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
      <FormError text={error} />
      <Button
        ref={button}
        variant="primary"
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => answer('POST /users/email')}
        className="min-h-12"
      >
        {isBusy ? 'Confirming…' : 'Yes, this is my address'}
      </Button>
    </div>
  )
}
