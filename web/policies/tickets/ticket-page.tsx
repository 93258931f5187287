import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { TicketAccess } from '#contract/contact/tickets.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { findAreaBase } from '../../layout/footer.tsx'
import { userHome } from '../../session/homes.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { TextField } from '../../ui/field.tsx'
import { AreaLink } from '../area-link.tsx'
import { describePolicyPage } from '../policy-page.tsx'
import type { Route } from './+types/ticket-page'
import { findTicket, type OpenTicket, type TicketLookup } from './find-ticket.ts'
import { TicketView } from './ticket-view.tsx'

/** Loads the ticket of a link in a mail; undefined without a token. */
async function loadLinkedTicket({ call, request }: { call: Call; request: Request }): Promise<TicketLookup | undefined> {
  const token = new URL(request.url).searchParams.get('token')
  return token ? findTicket({ call, access: { token: token.slice(0, maxLengths.ticketToken) } }) : undefined
}

export const loader = ({ context, request }: Route.LoaderArgs) => loadLinkedTicket({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadLinkedTicket({ call, request })

export const meta: Route.MetaFunction = ({ matches, location }) => [
  ...describePolicyPage({
    config: matches[0]?.loaderData,
    location,
    path: '/ticket',
    title: 'Your message',
    description: 'See a message that you sent us, and our replies, with its number and your email address.',
  }),
  // Links in mails contain a secret token.
  { name: 'referrer', content: 'no-referrer' },
]

/** A message to the shop with its replies, by its number and email address, or by the link in a mail. */
export default function TicketPage({ loaderData: linked }: Route.ComponentProps) {
  // Each look-up loads the ticket again; a reply changes the one that is shown.
  const [lookUps, setLookUps] = useState(0)
  const [changed, setChanged] = useState<OpenTicket>()
  const { pathname, search } = useLocation()
  const number = (new URLSearchParams(search).get('number') ?? '').slice(0, maxLengths.ticketNumber)
  const ticket = changed ?? linked?.ticket
  const showFound = (found: OpenTicket) => {
    setChanged(found)
    setLookUps(lookUps + 1)
  }
  return (
    <div className="page-width flex flex-col gap-10 pt-8 sm:pt-12">
      <div className="flex max-w-prose flex-col gap-3">
        <h1 className="title">Your message</h1>
        <p className="text-soft">
          The link in our email opens your message. Its number and the email address that you gave us show how far we are.
        </p>
      </div>
      <TicketForm
        key={`form ${number}`}
        number={number}
        isSignedIn={findAreaBase(pathname) === userHome}
        isFound={ticket !== undefined}
        error={linked?.error}
        onFound={showFound}
      />
      {ticket && <TicketView key={lookUps} ticket={ticket} focus={lookUps > 0} onReplied={(thread) => setChanged({ ...ticket, thread })} />}
    </div>
  )
}

interface TicketFormProps {
  /** of the URL; a signed-in shopper's ticket is looked up at once */
  number: string
  isSignedIn: boolean
  /** whether a ticket is shown, whose reply is then the main action */
  isFound: boolean
  /** why the link of a mail did not work */
  error: string | undefined
  onFound: (ticket: OpenTicket) => void
}

/** Looks up a ticket. The email address is sent in the request body, to keep it out of URLs and logs. */
function TicketForm({ number: knownNumber, isSignedIn, isFound, error: linkError, onFound }: TicketFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { number: knownNumber, email: '' } })
  const { errors, isSubmitting } = formState
  const [error, setError] = useState(linkError)
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })

  const find = async (access: TicketAccess) => {
    setError(undefined)
    const found = await findTicket({ call, access })
    if (found.ticket) onFound(found.ticket)
    else setError(found.error)
  }
  const send = ({ number, email }: { number: string; email: string }) =>
    find({ number: number.slice(0, maxLengths.ticketNumber), email: email.slice(0, maxLengths.email) })
  const findKnown = useEffectEvent(() => void find({ number: knownNumber }))
  const isKnown = isSignedIn && knownNumber !== ''
  useEffect(() => {
    if (isKnown) findKnown()
  }, [isKnown])

  return (
    <>
      <noscript>
        <p>This form needs JavaScript. The link in our email works without it.</p>
      </noscript>
      <form
        noValidate
        method="post"
        aria-label="Find a message"
        onSubmit={handleSubmit(send, () => setError(undefined))}
        className="hidden max-w-3xl flex-col gap-5 js:flex sm:js:grid sm:js:grid-cols-[1fr_1fr_auto] sm:items-start"
      >
        <TextField
          label="Number"
          hint="For example T-1234"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.number?.message}
          {...register('number', { validate: (number) => number.trim() !== '' || 'Number is required.' })}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          hint="The address that you gave us"
          error={errors.email?.message}
          {...register('email', { validate: (email) => email.trim() !== '' || 'Email is required.' })}
        />
        <Button
          ref={button}
          type="submit"
          variant={isFound ? 'outline' : 'primary'}
          disabled={isSubmitting}
          aria-busy={isSubmitting}
          className="min-h-12 sm:mt-7.5"
        >
          {isSubmitting ? 'Searching…' : 'Find message'}
        </Button>
        <div role="alert" className="empty:hidden sm:col-span-3">
          {error && (
            <>
              <p className="font-medium text-bad">{error}</p>
              {error !== linkError && (
                <p className="text-soft">
                  Please check both, or <AreaLink to="/contact">contact us</AreaLink> again.
                </p>
              )}
            </>
          )}
        </div>
      </form>
    </>
  )
}
