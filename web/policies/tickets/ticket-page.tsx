import { useState } from 'react'
import { useLocation } from 'react-router'
import { maxLengths } from '#contract/kernel/business.ts'
import { type Call, call } from '../../api/client.ts'
import { callContext } from '../../api/load-context.ts'
import { findAreaBase } from '../../layout/footer.tsx'
import { userHome } from '../../session/homes.ts'
import { describePolicyPage } from '../policy-page.tsx'
import type { Route } from './+types/ticket-page'
import { findTicket, type OpenTicket, type TicketLookup } from './find-ticket.ts'
import { TicketForm } from './ticket-form.tsx'
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
