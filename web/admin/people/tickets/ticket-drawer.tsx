import { useState } from 'react'
import { Link } from 'react-router'
import { ticketKindLabels } from '#contract/contact/ticket-kinds.ts'
import type { AdminTicketDetail } from '#contract/contact/tickets.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { Drawer, DrawerSection } from '../../kit/drawer.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { buildListHref, dataRequestsPath, ordersPath } from '../../kit/list-href.ts'
import type { DrawerProps } from '../../kit/list-page.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { DueDate, nameWriter } from './ticket-columns.tsx'

const load = (id: string) => callSignedIn('GET /tickets/:id', { params: { id } })

/** One ticket: who wrote it, the messages, and what can be done. */
export function TicketDrawer({ id, onClose, onChange }: DrawerProps) {
  const resource = useResource({ id, load })
  const [answer, setAnswer] = useState('')
  return (
    <Drawer resource={resource} title={resource.data?.number ?? 'Ticket'} hasEdits={() => answer.trim() !== ''} onClose={onClose}>
      {(ticket) => (
        <>
          <Writer ticket={ticket} />
          <DrawerSection title="Messages">
            <Messages ticket={ticket} />
          </DrawerSection>
          <TicketActions
            ticket={ticket}
            answer={answer}
            onAnswer={setAnswer}
            onChanged={(fresh) => {
              resource.setData(fresh)
              onChange()
            }}
            onStale={() => {
              resource.reload()
              onChange()
            }}
          />
        </>
      )}
    </Drawer>
  )
}

function Writer({ ticket }: { ticket: AdminTicketDetail }) {
  const { kind, email, phone, orderNumber, order, isAccount, acknowledgedAt, acknowledgedBy, settledAt, settledBy } = ticket
  const history = [
    acknowledgedAt !== null && `Read ${formatDateTime(acknowledgedAt)}${acknowledgedBy ? ` by ${acknowledgedBy}` : ''}`,
    settledAt !== null && `Settled ${formatDateTime(settledAt)}${settledBy ? ` by ${settledBy}` : ''}`,
  ].filter(Boolean)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 text-sm">
      <div className="flex min-w-0 flex-col wrap-anywhere">
        <span className="text-base font-semibold">{nameWriter(ticket)}</span>
        <span className="text-soft">
          {ticketKindLabels[kind]}
          {isAccount && ', with an account'}
        </span>
        {email && (
          <a href={`mailto:${email}`} className="link inline-flex min-h-11 w-fit items-center break-all sm:min-h-6">
            {email}
          </a>
        )}
        {phone && (
          <a href={`tel:${phone}`} className="link inline-flex min-h-11 w-fit items-center sm:min-h-6">
            {phone}
          </a>
        )}
        {orderNumber && (
          <span>
            Order{' '}
            {order ? (
              <DrawerLink list={ordersPath} id={order._id} className="link">
                {orderNumber}
              </DrawerLink>
            ) : (
              orderNumber
            )}
            {order && !order.isOfWriter && <span className="block font-medium text-bad">The order has another email address.</span>}
          </span>
        )}
      </div>
      <div className="flex flex-col gap-1">
        <DueDate ticket={ticket} now={Date.now()} />
        {history.map((line) => (
          <span key={String(line)} className="text-soft">
            {line}
          </span>
        ))}
      </div>
    </div>
  )
}

function Messages({ ticket: { message, createdAt, replies } }: { ticket: AdminTicketDetail }) {
  const first = { by: 'shopper' as const, text: message, at: createdAt, author: null }
  const messages = message === '' ? replies : [first, ...replies]
  if (messages.length === 0) return <p className="text-sm text-soft">No message: it was asked for on the account page.</p>
  return (
    <ol className="flex flex-col gap-3">
      {messages.map(({ by, text, at, author }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: replies are only added
          key={index}
          className={`flex flex-col gap-1 rounded-control border p-3 ${by === 'shop' ? 'border-transparent bg-sunk sm:ml-8' : 'border-line sm:mr-8'}`}
        >
          <p className="flex flex-wrap justify-between gap-x-6 text-sm">
            <span className="font-semibold">{by === 'shopper' ? 'Shopper' : (author ?? 'The shop')}</span>
            <time dateTime={at} className="text-soft tabular-nums">
              {formatDateTime(at)}
            </time>
          </p>
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  )
}

interface TicketActionsProps {
  ticket: AdminTicketDetail
  /** what is written and not sent */
  answer: string
  onAnswer: (answer: string) => void
  onChanged: (ticket: AdminTicketDetail) => void
  /** somebody else has changed it, or the shopper has written */
  onStale: () => void
}

type Reply = { message: string; ticket: AdminTicketDetail }

/** Acknowledges, answers and settles a ticket, and ends the links of its mails. A text that was not sent stays in the field. */
function TicketActions({ ticket, answer, onAnswer, onChanged, onStale }: TicketActionsProps) {
  const { _id, number, kind, state, email, version } = ticket
  const { busy, message, run } = useAction(onStale)
  const input = { params: { id: _id }, body: { version } }
  const apply = (change: () => Promise<Reply>) => run(change, (reply) => onChanged(reply.ticket))
  const send = () =>
    apply(async () => {
      const reply = await callSignedIn('POST /tickets/:id/replies', { ...input, body: { version, text: answer } })
      onAnswer('')
      return reply
    })
  const isWritten = answer.trim() !== ''
  return (
    <DrawerSection title="Answer">
      {email === '' ? (
        <p className="text-sm text-soft">There is no email address to answer to.</p>
      ) : (
        <TextAreaField
          label="Your answer"
          hint="Sent by email, and shown on the page of the ticket"
          rows={5}
          maxLength={5_000}
          value={answer}
          onChange={(event) => onAnswer(event.currentTarget.value)}
        />
      )}
      <StatusMessage message={message} />
      <div className="flex flex-wrap gap-3">
        {email !== '' && (
          <Button variant="ink" aria-disabled={busy || !isWritten} onClick={() => isWritten && send()}>
            {busy ? 'Please wait…' : 'Send the answer'}
          </Button>
        )}
        {state === 'open' && (
          <Button aria-disabled={busy} onClick={() => apply(() => callSignedIn('POST /tickets/:id/acknowledge', input))}>
            Acknowledge
          </Button>
        )}
        {kind !== 'data' && state !== 'settled' && (
          <Button
            aria-disabled={busy || isWritten}
            onClick={() => isWritten || apply(() => callSignedIn('POST /tickets/:id/settle', input))}
          >
            Settle
          </Button>
        )}
        {email !== '' && (
          <Button aria-disabled={busy} onClick={() => apply(() => callSignedIn('POST /tickets/:id/links/revoke', input))}>
            Revoke links
          </Button>
        )}
      </div>
      {isWritten && state !== 'settled' && kind !== 'data' && (
        <p className="text-sm text-soft">Send the answer before you settle the ticket.</p>
      )}
      {kind === 'data' && (
        <p className="text-sm">
          This is a request about data.{' '}
          <Link to={buildListHref({ path: dataRequestsPath, params: { q: number } })} className="link">
            {state === 'settled' ? 'See how it was answered' : 'Answer it, and mark it as done there'}
          </Link>
        </p>
      )}
    </DrawerSection>
  )
}
