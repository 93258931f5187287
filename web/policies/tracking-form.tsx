import { type FormEvent, useRef, useState } from 'react'
import type { Tracking } from '#contract/orders.ts'
import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { AreaLink } from './area-link.tsx'
import { findOrder } from './find-order.ts'

interface Missing {
  readonly number?: string
  readonly phone?: string
}

/** Number and phone. Sent in the body of a call, never in the address: a phone number belongs into no log. */
export function TrackingForm({ problem: linkProblem, onFound }: { problem: string | undefined; onFound: (tracking: Tracking) => void }) {
  const [number, setNumber] = useState('')
  const [phone, setPhone] = useState('')
  const [missing, setMissing] = useState<Missing>({})
  const [problem, setProblem] = useState(linkProblem)
  const [busy, setBusy] = useState(false)
  const asking = useRef(false)
  const numberField = useRef<HTMLInputElement>(null)
  const phoneField = useRef<HTMLInputElement>(null)
  const button = useReturnFocus({ failed: problem !== undefined, busy })

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (asking.current) return
    const gaps: Missing = {
      ...(number.trim() === '' && { number: 'Order number is required.' }),
      ...(phone.trim() === '' && { phone: 'Phone is required.' }),
    }
    setMissing(gaps)
    setProblem(undefined)
    if (gaps.number) return numberField.current?.focus()
    if (gaps.phone) return phoneField.current?.focus()
    asking.current = true
    setBusy(true)
    const found = await findOrder({ call, body: { number: number.slice(0, 40), phone: phone.slice(0, 40) } }).finally(() => {
      asking.current = false
      setBusy(false)
    })
    if (found.tracking) onFound(found.tracking)
    else setProblem(found.problem)
  }

  return (
    <>
      <noscript>
        <p>Looking up an order by its number needs JavaScript. The link in your confirmation mail works without.</p>
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
          hint="Like 7K3M-9QXT"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={missing.number}
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
          hint="The one on the delivery address"
          error={missing.phone}
        />
        <Button ref={button} type="submit" variant="primary" disabled={busy} aria-busy={busy} className="min-h-12 sm:mt-7.5">
          {busy ? 'Looking…' : 'Track order'}
        </Button>
        <div role="alert" className="empty:hidden sm:col-span-3">
          {problem && (
            <>
              <p className="font-medium text-bad">{problem}</p>
              {problem !== linkProblem && (
                <p className="text-soft">
                  Are both right? <AreaLink to="/contact">Write to us</AreaLink> and we look for it.
                </p>
              )}
            </>
          )}
        </div>
      </form>
    </>
  )
}
