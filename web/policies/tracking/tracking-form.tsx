import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CallInput } from '#contract/contract.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { generalErrors } from '#contract/kernel/errors/general-errors.ts'
import type { Tracking } from '#contract/orders/orders.ts'
import { ApiError, type Call, call, NetworkError } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { TextField } from '../../ui/field.tsx'
import { AreaLink } from '../area-link.tsx'

interface TrackingFormProps {
  /** what to fill in at first; with both, the order is looked up at once */
  values: { readonly number: string; readonly phone: string }
  /** with the phone by which it was found */
  onFound: (tracking: Tracking, phone: string) => void
}

/** Looks up an order. The phone number is sent in the request body, to keep it out of URLs and logs. */
export function TrackingForm({ values, onFound }: TrackingFormProps) {
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: values })
  const { errors, isSubmitting } = formState
  const [error, setError] = useState<string>()
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })

  const send = async ({ number, phone }: { number: string; phone: string }) => {
    setError(undefined)
    const body = { number: number.slice(0, maxLengths.orderNumber), phone: phone.slice(0, maxLengths.trackingPhone) }
    const found = await findOrder({ call, body })
    if (found.tracking) onFound(found.tracking, body.phone)
    else setError(found.error)
    return found.tracking !== undefined
  }
  const { number: knownNumber, phone: knownPhone } = values
  const trackKnown = useEffectEvent(
    handleSubmit(async (known) => {
      // The form is for another order then.
      if (await send(known)) reset({ ...known, number: '' })
    }),
  )
  useEffect(() => {
    if (knownNumber !== '' && knownPhone !== '') trackKnown()
  }, [knownNumber, knownPhone])

  return (
    <>
      <noscript>
        <p>This form needs JavaScript. The tracking link in your confirmation email works without it.</p>
      </noscript>
      <form
        noValidate
        method="post"
        aria-label="Find an order"
        onSubmit={handleSubmit(send, () => setError(undefined))}
        className="hidden max-w-3xl flex-col gap-5 js:flex sm:js:grid sm:js:grid-cols-[1fr_1fr_auto] sm:items-start"
      >
        <TextField
          label="Order number"
          hint="For example 7K3M-9QXT"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.number?.message}
          {...register('number', { validate: (number) => number.trim() !== '' || 'Order number is required.' })}
        />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="The phone number on the order"
          error={errors.phone?.message}
          {...register('phone', { validate: (phone) => phone.trim() !== '' || 'Phone is required.' })}
        />
        <Button
          ref={button}
          type="submit"
          variant="primary"
          disabled={isSubmitting}
          aria-busy={isSubmitting}
          className="min-h-12 sm:mt-7.5"
        >
          {isSubmitting ? 'Searching…' : 'Track order'}
        </Button>
        <div role="alert" className="empty:hidden sm:col-span-3">
          {error && (
            <>
              <p className="font-medium text-bad">{error}</p>
              <p className="text-soft">
                Please check both, or <AreaLink to="/contact">contact us</AreaLink> and we will look into it.
              </p>
            </>
          )}
        </div>
      </form>
    </>
  )
}

type OrderLookup = { readonly tracking: Tracking; readonly error: undefined } | { readonly tracking: undefined; readonly error: string }

/** Looks up an order. Expected failures are returned as text: not found, too many requests, no connection. */
async function findOrder({ call, body }: { call: Call; body: CallInput<'POST /order/track'>['body'] }): Promise<OrderLookup> {
  try {
    return { tracking: await call('POST /order/track', { body }), error: undefined }
  } catch (error) {
    if (error instanceof NetworkError) return { tracking: undefined, error: error.message }
    if (!(error instanceof ApiError)) throw error
    if (error.status >= 500 || error.code === 'unknown') return { tracking: undefined, error: generalErrors.unavailable.text }
    return { tracking: undefined, error: error.message }
  }
}
