import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ContactMessage, contactMessage } from '#contract/contact/contact.ts'
import { generalErrors } from '#contract/kernel/errors/general-errors.ts'
import { ticketLimits } from '#contract/kernel/limits/ticket-limits.ts'
import { ApiError, call } from '../api/client.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../api/idempotency-key.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { Button } from '../ui/button.tsx'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
import { Divider } from '../ui/divider.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { AreaLink } from './area-link.tsx'
import { describeSendFailure } from './describe-send-failure.ts'
import { serviceHoursText } from './policy-terms.ts'

const storageKey = 'contactKey'
const empty = { name: '', replyTo: '', orderNumber: '', message: '', leaveEmpty: '' }
const resolver = zodResolver(contactMessage)

type Topic = Pick<ContactMessage, 'kind' | 'dataRequest'> & { readonly label: string }

/** What a message can be about. */
const topics: Readonly<Record<string, Topic>> = {
  '': { label: 'Please choose' },
  question: { kind: 'question', label: 'A question' },
  complaint: { kind: 'complaint', label: 'A complaint' },
  return: { kind: 'return', label: 'A return' },
  access: { kind: 'data', dataRequest: 'access', label: 'A copy of my data' },
  correction: { kind: 'data', dataRequest: 'correction', label: 'A correction of my data' },
  erasure: { kind: 'data', dataRequest: 'erasure', label: 'Deletion of my data' },
}

/** The contact form. It keeps its values until the message was accepted; a retry with the same contents sends it once. */
export function ContactForm() {
  const { storeEmail } = useStoreConfig()
  const [error, setFormError] = useState<string>()
  const [sent, setSent] = useState<{ readonly email: string; readonly ticket: string | undefined }>()
  const [topic, setTopic] = useState('')
  const { register, handleSubmit, setError, setFocus, reset, formState } = useForm<ContactMessage>({ resolver, defaultValues: empty })
  const { errors, isSubmitting } = formState
  const field = (name: keyof typeof empty) => ({ error: errors[name]?.message, ...register(name) })
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })

  // Focuses the form when it replaces the confirmation.
  const wasSent = useRef(false)
  useEffect(() => {
    if (sent === undefined && wasSent.current) setFocus('name')
    wasSent.current = sent !== undefined
  }, [sent, setFocus])

  const send = async (typed: ContactMessage) => {
    setFormError(undefined)
    const { kind, dataRequest } = topics[topic] ?? {}
    const message = { ...typed, kind, dataRequest }
    try {
      const headers = { 'idempotency-key': getIdempotencyKey({ storageKey, contents: message }) }
      const { ticket } = await call('POST /contact', { headers, body: message })
      clearIdempotencyKey(storageKey)
      setSent({ email: message.replyTo, ticket })
      reset(empty)
      setTopic('')
    } catch (failure) {
      setFormError(describeSendFailure(failure))
      const fields = failure instanceof ApiError ? Object.entries(failure.fields) : []
      for (const [name, text] of fields) setError(name as keyof ContactMessage, { message: text }, { shouldFocus: true })
    }
  }

  if (sent !== undefined) return <ContactConfirmation {...sent} onMore={() => setSent(undefined)} />
  return (
    <>
      <noscript>
        <p>
          This form needs JavaScript. You can also email us at{' '}
          <a href={`mailto:${storeEmail}`} className="link">
            {storeEmail}
          </a>
        </p>
      </noscript>
      <form
        noValidate
        method="post"
        aria-label="Contact form"
        onSubmit={handleSubmit(send, () => setFormError(generalErrors.invalid_request.text))}
        className="hidden max-w-2xl flex-col gap-6 js:flex"
      >
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <TextField label="Name" autoComplete="name" {...field('name')} />
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            hint="We will reply to this address"
            {...field('replyTo')}
          />
        </div>
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <SelectField label="What is it about?" optional value={topic} onChange={(event) => setTopic(event.currentTarget.value)}>
            {Object.entries(topics).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Order number"
            optional
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint="For example 7K3M-9QXT, if your message is about an order"
            {...field('orderNumber')}
          />
        </div>
        <TextAreaField label="Message" rows={7} {...field('message')} />
        {/* A honeypot: invisible to people, filled in by bots. */}
        <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
          <label>
            Leave this empty
            <input type="text" tabIndex={-1} autoComplete="off" {...register('leaveEmpty')} />
          </label>
        </div>
        <FormError text={error} />
        <div className="flex flex-col items-start gap-3">
          <Button
            ref={button}
            type="submit"
            variant="primary"
            disabled={isSubmitting}
            aria-busy={isSubmitting}
            className="min-h-12 min-w-44"
          >
            {isSubmitting ? 'Sending…' : 'Send message'}
          </Button>
          <p className="text-sm text-soft">We use your details only to reply to your message.</p>
        </div>
      </form>
    </>
  )
}

interface ContactConfirmationProps {
  email: string
  /** undefined in the answer of an older version of the server */
  ticket: string | undefined
  onMore: () => void
}

/** Replaces the form after a message was sent. */
function ContactConfirmation({ email, ticket, onMore }: ContactConfirmationProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="confirmation" className="flex max-w-2xl flex-col items-start gap-4">
      <h2 id="confirmation" ref={heading} tabIndex={-1} className="title text-[clamp(1.5rem,1.2rem+1.5vw,2.25rem)] outline-none">
        Thank you for your message
      </h2>
      <Divider className="w-full text-thread" />
      {ticket !== undefined && (
        <p>
          Its number is <strong className="font-semibold tabular-nums">{ticket}</strong>. We read it within {ticketLimits.acknowledgeHours}{' '}
          hours. <AreaLink to={`/ticket?number=${ticket}`}>See your message and our replies</AreaLink>
        </p>
      )}
      <p className="text-soft">
        We will reply to <span className="font-medium break-all text-ink">{email}</span>. Our customer service is available{' '}
        {useStoreConfig().texts?.serviceHours ?? serviceHoursText}.
      </p>
      <Button onClick={onMore}>Send another message</Button>
    </section>
  )
}
