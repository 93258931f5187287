import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { minAdminPinLength } from '#contract/kernel/limits/account-limits.ts'
import { call } from '../api/client.ts'
import { createLinkLoaders, describeLinkPage, LinkFailure } from '../layout/mail-link.tsx'
import { useFormSubmission } from '../layout/use-form-submission.ts'
import { adminHome } from '../session/homes.ts'
import { setUser } from '../session/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import type { Route } from './+types/join-staff'

const title = 'Join the staff'

const link = createLinkLoaders((call, token) => call('POST /staff/join/find', { body: { token } }))
export const loader = link.loader
export const clientLoader = link.clientLoader

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The page of an invitation, whose holder becomes an administrator. */
export default function JoinStaff({ loaderData: { token, target, error } }: Route.ComponentProps) {
  if (target === undefined)
    return (
      <div className="page-width pt-8 sm:pt-12">
        <LinkFailure
          title={title}
          error={error}
          action={
            <LinkButton variant="primary" to="/login">
              Sign in
            </LinkButton>
          }
        />
      </div>
    )
  return (
    <div className="page-width flex justify-center pt-10 sm:pt-20">
      <JoinForm token={token} set={target.title} />
    </div>
  )
}

function findErrors({ name, pin, repeatedPin }: { name: string; pin: string; repeatedPin: string }): Readonly<Record<string, string>> {
  if (name.trim() === '') return { name: 'Username is required.' }
  if (pin === '') return { pin: 'PIN is required.' }
  return pin === repeatedPin ? {} : { repeatedPin: 'This is not the same PIN.' }
}

function JoinForm({ token, set }: { token: string; set: string }) {
  const navigate = useNavigate()
  const { form, button, busy, error, fieldErrors, submit } = useFormSubmission()
  const join = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [name, pin, repeatedPin] = ['name', 'pin', 'repeatedPin'].map((field) => String(fields.get(field))) as [string, string, string]
    return submit({
      errors: findErrors({ name, pin, repeatedPin }),
      send: async () => {
        const { user } = await call('POST /staff/join', { body: { token, name, pin } })
        setUser(user)
        await navigate(adminHome, { replace: true })
      },
    })
  }
  return (
    <div className="flex w-full max-w-md flex-col gap-8">
      <div className="flex flex-col gap-4">
        <h1 className="title">{title}</h1>
        <p className="text-soft">
          You are invited as <strong className="font-semibold text-ink">{set}</strong>. Choose the name and the PIN with which you sign in.
        </p>
        <div aria-hidden="true" className="dashed-line text-thread" />
      </div>
      <noscript>
        <p>This form needs JavaScript.</p>
      </noscript>
      {/* POST, because a form that the browser itself submits with GET would put the PIN into the URL. */}
      <form ref={form} method="post" noValidate aria-label={title} onSubmit={join} className="hidden flex-col gap-5 js:flex">
        <TextField name="name" label="Username" autoComplete="username" error={fieldErrors.name ?? ''} />
        <TextField
          name="pin"
          label="PIN"
          type="password"
          autoComplete="new-password"
          hint={`At least ${minAdminPinLength} characters`}
          error={fieldErrors.pin ?? ''}
        />
        <TextField name="repeatedPin" label="PIN again" type="password" autoComplete="new-password" error={fieldErrors.repeatedPin ?? ''} />
        <FormError text={error} />
        <Button ref={button} type="submit" variant="primary" disabled={busy} aria-busy={busy} className="min-h-12">
          {busy ? 'Joining…' : 'Join'}
        </Button>
      </form>
    </div>
  )
}
