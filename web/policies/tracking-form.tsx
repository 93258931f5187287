import { type FormEvent, useRef, useState } from 'react'
import { maxLengths } from '#contract/business.ts'
import type { Tracking } from '#contract/orders.ts'
import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { AreaLink } from './area-link.tsx'
import { findOrder } from './find-order.ts'

interface FieldErrors {
  readonly number?: string
  readonly phone?: string
}

/** Looks up an order. The phone number is sent in the request body, to keep it out of URLs and logs. */
export function TrackingForm({ error: linkError, onFound }: { error: string | undefined; onFound: (tracking: Tracking) => void }) {
  const [number, setNumber] = useState('')
  const [phone, setPhone] = useState('')
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [error, setError] = useState(linkError)
  const [busy, setBusy] = useState(false)
  const isSending = useRef(false)
  const numberField = useRef<HTMLInputElement>(null)
  const phoneField = useRef<HTMLInputElement>(null)
  const button = useReturnFocus({ failed: error !== undefined, busy })

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current) return
    const missing: FieldErrors = {
      ...(number.trim() === '' && { number: 'Order number is required.' }),
      ...(phone.trim() === '' && { phone: 'Phone is required.' }),
    }
    setFieldErrors(missing)
    setError(undefined)
    if (missing.number) return numberField.current?.focus()
    if (missing.phone) return phoneField.current?.focus()
    isSending.current = true
    setBusy(true)
    const found = await findOrder({
      call,
      body: { number: number.slice(0, maxLengths.orderNumber), phone: phone.slice(0, maxLengths.trackingPhone) },
    }).finally(() => {
      isSending.current = false
      setBusy(false)
    })
    if (found.tracking) onFound(found.tracking)
    else setError(found.error)
  }

  return (
    <>
      <noscript>
        <p>This form needs JavaScript. The tracking link in your confirmation email works without it.</p>
      </noscript>
      <form
        noValidate
        method="post"
        aria-label="Find an order"
        onSubmit={send}
        className="hidden max-w-3xl flex-col gap-5 js:flex sm:js:grid sm:js:grid-cols-[1fr_1fr_auto] sm:items-start"
      >
        <TextField
          ref={numberField}
          label="Order number"
          name="number"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          hint="For example 7K3M-9QXT"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={fieldErrors.number}
        />
        <TextField
          ref={phoneField}
          label="Phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
          hint="The phone number on the order"
          error={fieldErrors.phone}
        />
        <Button ref={button} type="submit" variant="primary" disabled={busy} aria-busy={busy} className="min-h-12 sm:mt-7.5">
          {busy ? 'Searching…' : 'Track order'}
        </Button>
        <div role="alert" className="empty:hidden sm:col-span-3">
          {error && (
            <>
              <p className="font-medium text-bad">{error}</p>
              {error !== linkError && (
                <p className="text-soft">
                  Please check both, or <AreaLink to="/contact">contact us</AreaLink> and we will look into it.
                </p>
              )}
            </>
          )}
        </div>
      </form>
    </>
  )
}
