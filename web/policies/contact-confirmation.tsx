import { useEffect, useRef } from 'react'
import { ticketLimits } from '#contract/kernel/limits/ticket-limits.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { Button } from '../ui/button.tsx'
import { Divider } from '../ui/divider.tsx'
import { AreaLink } from './area-link.tsx'
import { serviceHoursText } from './policy-terms.ts'

interface ContactConfirmationProps {
  email: string
  /** undefined in the answer of an older version of the server */
  ticket: string | undefined
  onMore: () => void
}

/** Replaces the form after a message was sent. */
export function ContactConfirmation({ email, ticket, onMore }: ContactConfirmationProps) {
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
