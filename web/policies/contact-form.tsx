import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ContactMessage, contactMessage } from '#contract/contact.ts'
import { errorText } from '#contract/errors/errors.ts'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { ApiError, call, NetworkError } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../api/idempotency-key.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { Button } from '../ui/button.tsx'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
import { Divider } from '../ui/divider.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { serviceHoursText } from './policy-terms.ts'

const storageKey = 'contactKey'
const empty = { name: '', replyTo: '', orderNumber: '', message: '', leaveEmpty: '' }
const resolver = zodResolver(contactMessage)

/** The contact form. It keeps its values until the message was accepted; a retry with the same contents sends it once. */
export function ContactForm() {
  const { storeEmail } = useStoreConfig()
  const [error, setFormError] = useState<string>()
  const [sentFrom, setSentFrom] = useState<string>()
  const { register, handleSubmit, setError, setFocus, reset, formState } = useForm<ContactMessage>({ resolver, defaultValues: empty })
  const { errors, isSubmitting } = formState
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })

  // Focuses the form when it replaces the confirmation.
  const wasSent = useRef(false)
  useEffect(() => {
    if (sentFrom === undefined && wasSent.current) setFocus('name')
    wasSent.current = sentFrom !== undefined
  }, [sentFrom, setFocus])

  const send = async (message: ContactMessage) => {
    setFormError(undefined)
    try {
      const headers = { 'idempotency-key': getIdempotencyKey({ storageKey, contents: message }) }
      await call('POST /contact', { headers, body: message })
      clearIdempotencyKey(storageKey)
      setSentFrom(message.replyTo)
      reset(empty)
    } catch (failure) {
      setFormError(describeSendFailure(failure))
      const fields = failure instanceof ApiError ? Object.entries(failure.fields) : []
      for (const [name, text] of fields) setError(name as keyof ContactMessage, { message: text }, { shouldFocus: true })
    }
  }

  if (sentFrom !== undefined) return <Confirmation sentFrom={sentFrom} onMore={() => setSentFrom(undefined)} />
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
        onSubmit={handleSubmit(send, () => setFormError(errorText('invalid_request')))}
        className="hidden max-w-2xl flex-col gap-6 js:flex"
      >
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            hint="We will reply to this address"
            error={errors.replyTo?.message}
            {...register('replyTo')}
          />
        </div>
        <TextField
          label="Order number"
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="For example 7K3M-9QXT, if your message is about an order"
          error={errors.orderNumber?.message}
          className="sm:max-w-80"
          {...register('orderNumber')}
        />
        <TextAreaField label="Message" rows={7} error={errors.message?.message} {...register('message')} />
        {/* A honeypot: invisible to people, filled in by bots. */}
        <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
          <label>
            Leave this empty
            <input type="text" tabIndex={-1} autoComplete="off" {...register('leaveEmpty')} />
          </label>
        </div>
        <div role="alert" className="empty:hidden">
          {error && <p className="font-medium text-bad">{error}</p>}
        </div>
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

/** A retry after a lost connection is safe, and the text says so. */
function describeSendFailure(error: unknown): string {
  if (error instanceof NetworkError) {
    const reason = error.reason === 'network' ? screenTexts.networkError : error.message
    return `${reason}. Please try again: your message will not be sent twice.`
  }
  return describeFailure(error)
}

/** Replaces the form after a message was sent. */
function Confirmation({ sentFrom, onMore }: { sentFrom: string; onMore: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="confirmation" className="flex max-w-2xl flex-col items-start gap-4">
      <h2 id="confirmation" ref={heading} tabIndex={-1} className="title text-[clamp(1.5rem,1.2rem+1.5vw,2.25rem)] outline-none">
        Thank you for your message
      </h2>
      <Divider className="w-full text-thread" />
      <p className="text-soft">
        We will reply to <span className="font-medium break-all text-ink">{sentFrom}</span>. Our customer service is available{' '}
        {serviceHoursText}.
      </p>
      <Button onClick={onMore}>Send another message</Button>
    </section>
  )
}
