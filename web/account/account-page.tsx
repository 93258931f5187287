import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { ListedTicket } from '#contract/contact/tickets.ts'
import { ApiError } from '../api/client.ts'
import { ChangePin } from '../auth/pin/change-pin.tsx'
import { callSignedIn } from '../session/call-signed-in.ts'
import { Divider } from '../ui/divider.tsx'
import { pageTitle } from '../ui/page-title.ts'
import type { Route } from './+types/account-page'
import { ConsentList } from './consent-list.tsx'
import { EmailSettings } from './email-settings.tsx'
import { SessionList } from './session-list.tsx'
import { TicketList } from './ticket-list.tsx'
import { YourData } from './your-data.tsx'

/** A server of the previous version, during an upgrade, does not know the call. */
async function loadTickets(): Promise<{ tickets: ListedTicket[] }> {
  try {
    return await callSignedIn('GET /users/account/tickets', {})
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { tickets: [] }
    throw error
  }
}

export async function clientLoader() {
  const [account, { consents }, { tickets }] = await Promise.all([
    callSignedIn('GET /users/account', {}),
    callSignedIn('GET /users/account/consents', {}),
    loadTickets(),
  ])
  return { ...account, consents, tickets }
}

export const meta = pageTitle('My account')

/** The shopper's own account: PIN, devices, email address, consents and data. */
export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const { hasWeakPin, sessions, email, unverifiedEmail, asksEmailCode, consents, tickets } = loaderData
  const { revalidate } = useRevalidator()
  // The shop asks only for what it sends. What somebody has agreed to before can be withdrawn.
  const [shown] = useState(() => consents.filter(({ given, isAsked }) => given || isAsked))
  const isSent = shown.some(({ isAsked }) => isAsked)
  return (
    <div className="page-width flex flex-col gap-10 pt-8 sm:pt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h1 className="title">My account</h1>
        <div className="flex flex-wrap gap-x-6">
          <Link to="/UserDashboard/allOrders" className="link inline-flex min-h-11 items-center font-medium">
            My orders
          </Link>
          <Link to="/UserDashboard/account/addresses" className="link inline-flex min-h-11 items-center font-medium">
            Delivery addresses
          </Link>
          <Link to="/UserDashboard/saved" className="link inline-flex min-h-11 items-center font-medium">
            Saved items
          </Link>
        </div>
      </div>
      <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-2">
        <section aria-labelledby="pin" className="flex flex-col gap-5 lg:row-span-2">
          <h2 id="pin" className="font-display text-2xl">
            Change PIN
          </h2>
          <Divider className="text-edge" />
          {hasWeakPin && (
            <p className="rounded-control bg-sunk p-4">
              <strong className="font-semibold">Your PIN is easy to guess.</strong> Please choose another one: avoid sequences such as 1234,
              years and your name.
            </p>
          )}
          <ChangePin route="POST /users/account/pin" onChanged={revalidate} />
        </section>
        <section aria-labelledby="devices" className="flex flex-col gap-5">
          <h2 id="devices" tabIndex={-1} className="font-display text-2xl outline-none">
            Where you are signed in
          </h2>
          <Divider className="text-edge" />
          <SessionList sessions={sessions} onChanged={revalidate} />
        </section>
        <section aria-labelledby="email" className="flex flex-col gap-5">
          <h2 id="email" className="font-display text-2xl">
            Email address
          </h2>
          <Divider className="text-edge" />
          <EmailSettings email={email} unverifiedEmail={unverifiedEmail} asksEmailCode={asksEmailCode} onChanged={revalidate} />
        </section>
        {shown.length > 0 && (
          <section aria-labelledby="consents" className="flex flex-col gap-5">
            <h2 id="consents" className="font-display text-2xl">
              What we may send you
            </h2>
            <Divider className="text-edge" />
            <p className="text-soft">
              {isSent
                ? 'Off until you switch it on, and you can withdraw at any time.'
                : 'You have agreed to these. We don’t send them, and you can withdraw at any time.'}{' '}
              Order emails are always sent.
            </p>
            <ConsentList consents={shown} />
          </section>
        )}
        {tickets.length > 0 && (
          <section aria-labelledby="messages" className="flex flex-col gap-5 lg:col-span-2">
            <h2 id="messages" className="font-display text-2xl">
              Your messages
            </h2>
            <Divider className="text-edge" />
            <TicketList tickets={tickets} />
          </section>
        )}
        <section aria-labelledby="your-data" className="flex flex-col gap-5 lg:col-span-2">
          <h2 id="your-data" className="font-display text-2xl">
            Your data
          </h2>
          <Divider className="text-edge" />
          <p className="text-soft">
            What we store, why and for how long is in our{' '}
            <Link to="/UserDashboard/privacy" className="link">
              Privacy Policy
            </Link>
            .
          </p>
          <YourData />
        </section>
      </div>
    </div>
  )
}
