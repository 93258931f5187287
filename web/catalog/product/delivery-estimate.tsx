import { type SubmitEvent, useId, useState } from 'react'
import { policy } from '#contract/limits/policy-numbers.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'

const day = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' })
const [minDays, maxDays] = policy.deliveryDays
const formatDay = (days: number) => day.format(Date.now() + days * 86_400_000)

/** When an order of today arrives at a PIN code. Every place has the same promise; a known one is named. */
export function DeliveryEstimate() {
  const id = useId()
  const [pin, setPin] = useState('')
  const [estimate, setEstimate] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const digits = pin.replace(/[\s-]/g, '')
    const isPin = /^[1-9]\d{5}$/.test(digits)
    setInvalid(!isPin)
    if (!isPin) return setEstimate('')
    const area = await call('GET /pins/:pin', { params: { pin: digits } }).catch(() => undefined)
    const place = [area?.district, area?.state].filter(Boolean).join(', ')
    setEstimate(`Free delivery to ${place || digits} between ${formatDay(minDays)} and ${formatDay(maxDays)}.`)
  }
  return (
    <form noValidate onSubmit={submit} className="hidden flex-col gap-1.5 js:flex">
      <label htmlFor={id} className="font-medium">
        Delivery to your PIN code
      </label>
      <div className="flex max-w-80 gap-2">
        <input
          id={id}
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          aria-invalid={isInvalid ? true : undefined}
          aria-describedby={`${id}-result`}
          className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-raised px-3 hover:border-ink aria-invalid:border-2 aria-invalid:border-bad"
        />
        <Button type="submit">Check</Button>
      </div>
      <p id={`${id}-result`} role="status" className={isInvalid ? 'text-sm font-medium text-bad' : 'text-sm text-soft'}>
        {isInvalid ? 'PIN code must have exactly 6 digits.' : estimate}
      </p>
    </form>
  )
}
