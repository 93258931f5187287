import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { contactErrors } from '#contract/contact/contact-errors.ts'
import { ticketKindLabels, ticketStateLabels } from '#contract/contact/ticket-kinds.ts'
import type { TicketAccess, TicketThread } from '#contract/contact/tickets.ts'
import { ApiError, call } from '../../api/client.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../api/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { Divider } from '../../ui/divider.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { formatDate, formatDateTime } from '../../ui/format-date.ts'
import { describeSendFailure } from '../describe-send-failure.ts'
import type { OpenTicket } from './find-ticket.ts'

/** What happens next, and by when. */
function describeState({ state, acknowledgeBy, dueAt, settledAt }: TicketThread): string {
  if (state === 'open') return `We read it by ${formatDateTime(acknowledgeBy)}, and settle it by ${formatDate(dueAt)}.`
  if (state === 'acknowledged') return `We have read it, and settle it by ${formatDate(dueAt)}.`
  return settledAt === null ? '' : `Settled on ${formatDate(settledAt)}.`
}

interface TicketViewProps {
  ticket: OpenTicket
  /** moves the focus to it after a search */
  focus: boolean
  onReplied: (thread: TicketThread) => void
}

/** A ticket with its replies. */
export function TicketView({ ticket: { thread, access }, focus, onReplied }: TicketViewProps) {
  const { number, kind, state, orderNumber, message, createdAt, replies, canReply, isStateOnly } = thread
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <article aria-labelledby="ticket" className="flex max-w-3xl flex-col gap-8">
      <Divider className="text-thread" />
      <header className="flex flex-col gap-1">
        <h2 id="ticket" ref={heading} tabIndex={-1} className="title text-[clamp(1.5rem,1.2rem+1.5vw,2.25rem)] outline-none">
          {ticketStateLabels[state]}
        </h2>
        <p className="text-soft">
          <span className="font-medium text-ink tabular-nums">{number}</span> · {ticketKindLabels[kind]}
          {orderNumber && <span className="wrap-anywhere"> · Order {orderNumber}</span>}
        </p>
        <p>{describeState(thread)}</p>
      </header>
      {!isStateOnly && (
        <ol aria-label="Messages" className="flex flex-col gap-4">
          {message && <Message by="shopper" text={message} at={createdAt} />}
          {replies.map((reply, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: replies are only added
            <Message key={index} {...reply} />
          ))}
        </ol>
      )}
      {isStateOnly ? (
        <p className="text-soft">To read the messages and to write more, open the link in our email. Nobody else can open them.</p>
      ) : canReply ? (
        <ReplyForm access={access} number={number} isSettled={state === 'settled'} onReplied={onReplied} />
      ) : (
        <p className="text-soft">This request is done. For anything else, please send us a new message.</p>
      )}
    </article>
  )
}

function Message({ by, text, at }: TicketThread['replies'][number]) {
  const isOwn = by === 'shopper'
  return (
    <li
      className={`flex flex-col gap-2 rounded-control border p-4 ${isOwn ? 'border-line sm:mr-12' : 'border-transparent bg-sunk sm:ml-12'}`}
    >
      <p className="flex flex-wrap justify-between gap-x-6 text-sm">
        <span className="font-semibold">{isOwn ? 'You' : 'We'}</span>
        <time dateTime={at} className="text-soft tabular-nums">
          {formatDateTime(at)}
        </time>
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
    </li>
  )
}

const storageKey = 'ticketReplyKey'

interface ReplyFormProps {
  access: TicketAccess
  number: string
  /** a reply opens it again */
  isSettled: boolean
  onReplied: (thread: TicketThread) => void
}

/** Writes to the shop about a ticket. The text stays until it was accepted; a retry sends it once. */
function ReplyForm({ access, number, isSettled, onReplied }: ReplyFormProps) {
  const { register, handleSubmit, reset, setError, formState } = useForm({ defaultValues: { text: '' } })
  const { errors, isSubmitting } = formState
  const [message, setMessage] = useState<{ readonly text: string; readonly isError: boolean }>()
  const button = useReturnFocus({ failed: message?.isError === true, busy: isSubmitting })

  const send = async ({ text }: { text: string }) => {
    setMessage(undefined)
    try {
      const headers = { 'idempotency-key': getIdempotencyKey({ storageKey, contents: { number, text } }) }
      const reply = await call('POST /tickets/reply', { headers, body: { ...access, text } })
      clearIdempotencyKey(storageKey)
      reset({ text: '' })
      setMessage({ text: reply.message, isError: false })
      onReplied(reply.ticket)
    } catch (failure) {
      const field = failure instanceof ApiError ? failure.fields.text : undefined
      if (field) setError('text', { message: field }, { shouldFocus: true })
      else setMessage({ text: describeSendFailure(failure), isError: true })
    }
  }

  return (
    <form
      noValidate
      method="post"
      aria-label="Reply"
      onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(send, () => setMessage(undefined))}
      className="hidden flex-col gap-4 js:flex"
    >
      <TextAreaField
        label="Your reply"
        rows={4}
        {...(isSettled && { hint: 'Not settled for you? Your reply opens it again.' })}
        error={errors.text?.message}
        {...register('text', { validate: (text) => text.trim() !== '' || contactErrors.contact_message_missing.text })}
      />
      <p role={message?.isError ? 'alert' : 'status'} className={`font-medium empty:hidden ${message?.isError ? 'text-bad' : 'text-good'}`}>
        {message?.text}
      </p>
      <Button ref={button} type="submit" variant="primary" aria-disabled={isSubmitting} className="min-h-12 self-start">
        {isSubmitting ? 'Sending…' : 'Send reply'}
      </Button>
    </form>
  )
}
