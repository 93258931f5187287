import { Link } from 'react-router'
import type { AdminTicketDetail } from '#contract/contact/tickets.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { buildListHref, dataRequestsPath } from '../../kit/list-href.ts'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

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
export function TicketActions({ ticket, answer, onAnswer, onChanged, onStale }: TicketActionsProps) {
  const { _id, number, kind, state, email, version } = ticket
  const { busy, message, run } = useAction(onStale)
  const input = { params: { id: _id }, body: { version } }
  const apply = (change: () => Promise<Reply>) =>
    run(async () => {
      const reply = await change()
      onChanged(reply.ticket)
      return reply
    })
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
