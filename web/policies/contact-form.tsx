import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ContactMessage, contactMessage } from '#contract/contact.ts'
import { errorText } from '#contract/errors.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { Button } from '../ui/button.tsx'
import { Divider } from '../ui/divider.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { terms } from './policy-terms.ts'
import { sendContactMessage } from './send-contact-message.ts'

const empty = { name: '', replyTo: '', orderNumber: '', message: '', leaveEmpty: '' }
const resolver = zodResolver(contactMessage)

/** A message to the shop. What was typed stays until the shop has it. */
export function ContactForm() {
  const { storeEmail } = useStoreConfig()
  const [trouble, setTrouble] = useState<string>()
  const [answerTo, setAnswerTo] = useState<string>()
  const { register, handleSubmit, setError, setFocus, reset, formState } = useForm<ContactMessage>({ resolver, defaultValues: empty })
  const { errors, isSubmitting } = formState
  const sending = useRef(false)
  const button = useReturnFocus({ failed: trouble !== undefined, busy: isSubmitting })

  // From the thanks back to a form that was not there meanwhile.
  const thanked = useRef(false)
  useEffect(() => {
    if (answerTo === undefined && thanked.current) setFocus('name')
    thanked.current = answerTo !== undefined
  }, [answerTo, setFocus])

  const send = async (message: ContactMessage) => {
    if (sending.current) return
    sending.current = true
    setTrouble(undefined)
    const outcome = await sendContactMessage(message).finally(() => {
      sending.current = false
    })
    if (outcome.sent) {
      setAnswerTo(message.replyTo)
      reset(empty)
      return
    }
    setTrouble(outcome.text)
    for (const [name, words] of Object.entries(outcome.fields))
      setError(name as keyof ContactMessage, { message: words }, { shouldFocus: true })
  }

  if (answerTo !== undefined) return <Thanks answerTo={answerTo} onMore={() => setAnswerTo(undefined)} />
  return (
    <>
      <noscript>
        <p>
          This form needs JavaScript. A mail does not:{' '}
          <a href={`mailto:${storeEmail}`} className="link">
            {storeEmail}
          </a>
        </p>
      </noscript>
      <form
        noValidate
        method="post"
        aria-label="Write to us"
        onSubmit={handleSubmit(send, () => setTrouble(errorText('invalid_request')))}
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
            hint="We answer here"
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
          hint="Like 7K3M-9QXT, if it is about an order"
          error={errors.orderNumber?.message}
          className="sm:max-w-80"
          {...register('orderNumber')}
        />
        <TextAreaField label="Message" rows={7} error={errors.message?.message} {...register('message')} />
        {/* Out of sight and reach of people; programs fill in whatever there is. */}
        <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
          <label>
            Leave this empty
            <input type="text" tabIndex={-1} autoComplete="off" {...register('leaveEmpty')} />
          </label>
        </div>
        <div role="alert" className="empty:hidden">
          {trouble && <p className="font-medium text-bad">{trouble}</p>}
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
          <p className="text-sm text-soft">We use what you write to answer you, and for nothing else.</p>
        </div>
      </form>
    </>
  )
}

/** In the form's place, so that nobody wonders and sends it again. */
function Thanks({ answerTo, onMore }: { answerTo: string; onMore: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="thanks" className="flex max-w-2xl flex-col items-start gap-4">
      <h2 id="thanks" ref={heading} tabIndex={-1} className="title text-[clamp(1.5rem,1.2rem+1.5vw,2.25rem)] outline-none">
        Thank you, we have your message
      </h2>
      <Divider className="w-full text-thread" />
      <p className="text-soft">
        Our answer goes to <span className="font-medium break-all text-ink">{answerTo}</span>. We answer {terms.serviceHours}.
      </p>
      <Button onClick={onMore}>Write another message</Button>
    </section>
  )
}
