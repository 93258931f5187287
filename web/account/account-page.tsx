import { type ReactNode, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { ShopperSession } from '#contract/accounts/account.ts'
import { ticketKindLabels, ticketStateLabels } from '#contract/contact/ticket-kinds.ts'
import type { ListedTicket } from '#contract/contact/tickets.ts'
import { ApiError } from '../api/client.ts'
import { useRequest } from '../api/use-request.ts'
import { ChangePin } from '../auth/pin/change-pin.tsx'
import { callSignedIn } from '../session/call-signed-in.ts'
import { userHome } from '../session/homes.ts'
import { Button } from '../ui/button.tsx'
import { Divider } from '../ui/divider.tsx'
import { FormError } from '../ui/form-error.tsx'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import { pageTitle } from '../ui/page-title.ts'
import { showToast } from '../ui/toast.ts'
import type { Route } from './+types/account-page'
import { ConsentList } from './consent-list.tsx'
import { EmailSettings } from './email-settings.tsx'
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
        <AccountSection id="pin" title="Change PIN" className="lg:row-span-2">
          {hasWeakPin && (
            <p className="rounded-control bg-sunk p-4">
              <strong className="font-semibold">Your PIN is easy to guess.</strong> Please choose another one: avoid sequences such as 1234,
              years and your name.
            </p>
          )}
          <ChangePin route="POST /users/account/pin" onChanged={revalidate} />
        </AccountSection>
        <AccountSection id="devices" title="Where you are signed in">
          <SessionList sessions={sessions} onChanged={revalidate} />
        </AccountSection>
        <AccountSection id="email" title="Email address">
          <EmailSettings email={email} unverifiedEmail={unverifiedEmail} asksEmailCode={asksEmailCode} onChanged={revalidate} />
        </AccountSection>
        {shown.length > 0 && (
          <AccountSection id="consents" title="What we may send you">
            <p className="text-soft">
              {isSent
                ? 'Off until you switch it on, and you can withdraw at any time.'
                : 'You have agreed to these. We don’t send them, and you can withdraw at any time.'}{' '}
              Order emails are always sent.
            </p>
            <ConsentList consents={shown} />
          </AccountSection>
        )}
        {tickets.length > 0 && (
          <AccountSection id="messages" title="Your messages" className="lg:col-span-2">
            <TicketList tickets={tickets} />
          </AccountSection>
        )}
        <AccountSection id="your-data" title="Your data" className="lg:col-span-2">
          <p className="text-soft">
            What we store, why and for how long is in our{' '}
            <Link to="/UserDashboard/privacy" className="link">
              Privacy Policy
            </Link>
            .
          </p>
          <YourData />
        </AccountSection>
      </div>
    </div>
  )
}

interface AccountSectionProps {
  id: string
  title: string
  className?: string
  children: ReactNode
}

/** A part of the account page. Its heading takes the focus of a control that is gone. */
const AccountSection = ({ id, title, className = '', children }: AccountSectionProps) => (
  <section aria-labelledby={id} className={`flex flex-col gap-5 ${className}`}>
    <h2 id={id} tabIndex={-1} className="font-display text-2xl outline-none">
      {title}
    </h2>
    <Divider className="text-edge" />
    {children}
  </section>
)

function describeProgress({ state, answeredAt, acknowledgeBy, dueAt, settledAt }: ListedTicket): string {
  if (settledAt !== null) return `on ${formatDate(settledAt)}`
  if (answeredAt !== null) return `answered on ${formatDate(answeredAt)}`
  return state === 'open' ? `we read it by ${formatDate(acknowledgeBy)}` : `we settle it by ${formatDate(dueAt)}`
}

/** What the shopper has written to the shop, newest first. */
function TicketList({ tickets }: { tickets: readonly ListedTicket[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {tickets.map((ticket) => (
        <li key={ticket.number} className="grid gap-x-8 gap-y-1 py-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto] sm:items-baseline">
          <span>
            <Link
              to={`${userHome}/ticket?number=${ticket.number}`}
              className="link font-semibold tabular-nums max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
            >
              {ticket.number}
            </Link>{' '}
            <span className="text-soft">{ticketKindLabels[ticket.kind]}</span>
          </span>
          <span className="min-w-0 truncate">{ticket.message}</span>
          <span className="text-sm text-soft">
            <span className={`font-medium ${ticket.state === 'settled' ? 'text-good' : 'text-ink'}`}>
              {ticketStateLabels[ticket.state]}
            </span>
            , {describeProgress(ticket)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The browsers in which the account is signed in; each can be signed out. */
function SessionList({ sessions, onChanged }: { sessions: readonly ShopperSession[]; onChanged: () => Promise<void> }) {
  const { busy, error, run } = useRequest()
  const signOut = async (end: () => Promise<{ message: string }>) => {
    await run(async () => {
      showToast({ text: (await end()).message })
      document.getElementById('devices')?.focus()
    })
    await onChanged()
  }

  return (
    <div className="flex flex-col gap-5">
      <ul className="flex flex-col divide-y divide-line">
        {sessions.map(({ _id, device, place, lastSeenAt, isCurrent }) => {
          const name = device || 'Unknown device'
          return (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 first:pt-0">
              <div className="flex min-w-0 flex-col gap-1">
                <span className="font-medium">{name}</span>
                <span className="text-sm text-soft">
                  {place && `${place} · `}
                  {isCurrent ? 'This device' : `Last seen ${formatDateTime(lastSeenAt)}`}
                </span>
              </div>
              {!isCurrent && (
                <Button
                  aria-disabled={busy}
                  aria-label={`Sign out ${name}, last seen ${formatDateTime(lastSeenAt)}`}
                  onClick={() => signOut(() => callSignedIn('DELETE /users/account/sessions/:id', { params: { id: _id } }))}
                >
                  Sign out
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <FormError text={error} />
      {sessions.length > 1 && (
        <Button
          aria-disabled={busy}
          className="self-start"
          onClick={() => signOut(() => callSignedIn('DELETE /users/account/sessions', {}))}
        >
          Sign out all other devices
        </Button>
      )}
    </div>
  )
}
