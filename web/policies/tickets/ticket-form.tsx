import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { TicketAccess } from '#contract/contact/tickets.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { TextField } from '../../ui/field.tsx'
import { AreaLink } from '../area-link.tsx'
import { findTicket, type OpenTicket } from './find-ticket.ts'

interface TicketFormProps {
  /** of the URL; a signed-in shopper's ticket is looked up at once */
  number: string
  isSignedIn: boolean
  /** whether a ticket is shown, whose reply is then the main action */
  isFound: boolean
  /** why the link of a mail did not work */
  error: string | undefined
  onFound: (ticket: OpenTicket) => void
}

/** Looks up a ticket. The email address is sent in the request body, to keep it out of URLs and logs. */
export function TicketForm({ number: knownNumber, isSignedIn, isFound, error: linkError, onFound }: TicketFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { number: knownNumber, email: '' } })
  const { errors, isSubmitting } = formState
  const [error, setError] = useState(linkError)
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })

  const find = async (access: TicketAccess) => {
    setError(undefined)
    const found = await findTicket({ call, access })
    if (found.ticket) onFound(found.ticket)
    else setError(found.error)
  }
  const send = ({ number, email }: { number: string; email: string }) =>
    find({ number: number.slice(0, maxLengths.ticketNumber), email: email.slice(0, maxLengths.email) })
  const findKnown = useEffectEvent(() => void find({ number: knownNumber }))
  const isKnown = isSignedIn && knownNumber !== ''
  useEffect(() => {
    if (isKnown) findKnown()
  }, [isKnown])

  return (
    <>
      <noscript>
        <p>This form needs JavaScript. The link in our email works without it.</p>
      </noscript>
      <form
        noValidate
        method="post"
        aria-label="Find a message"
        onSubmit={handleSubmit(send, () => setError(undefined))}
        className="hidden max-w-3xl flex-col gap-5 js:flex sm:js:grid sm:js:grid-cols-[1fr_1fr_auto] sm:items-start"
      >
        <TextField
          label="Number"
          hint="For example T-1234"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.number?.message}
          {...register('number', { validate: (number) => number.trim() !== '' || 'Number is required.' })}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          hint="The address that you gave us"
          error={errors.email?.message}
          {...register('email', { validate: (email) => email.trim() !== '' || 'Email is required.' })}
        />
        <Button
          ref={button}
          type="submit"
          variant={isFound ? 'outline' : 'primary'}
          disabled={isSubmitting}
          aria-busy={isSubmitting}
          className="min-h-12 sm:mt-7.5"
        >
          {isSubmitting ? 'Searching…' : 'Find message'}
        </Button>
        <div role="alert" className="empty:hidden sm:col-span-3">
          {error && (
            <>
              <p className="font-medium text-bad">{error}</p>
              {error !== linkError && (
                <p className="text-soft">
                  Please check both, or <AreaLink to="/contact">contact us</AreaLink> again.
                </p>
              )}
            </>
          )}
        </div>
      </form>
    </>
  )
}
