import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { contactErrors } from '#contract/contact/contact-errors.ts'
import type { TicketAccess, TicketThread } from '#contract/contact/tickets.ts'
import { ApiError, call } from '../../api/client.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../api/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { TextAreaField } from '../../ui/field.tsx'
import { describeSendFailure } from '../describe-send-failure.ts'

const storageKey = 'ticketReplyKey'

interface ReplyFormProps {
  access: TicketAccess
  number: string
  /** a reply opens it again */
  isSettled: boolean
  onReplied: (thread: TicketThread) => void
}

/** Writes to the shop about a ticket. The text stays until it was accepted; a retry sends it once. */
export function ReplyForm({ access, number, isSettled, onReplied }: ReplyFormProps) {
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
