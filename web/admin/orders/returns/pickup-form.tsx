import { useState } from 'react'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import { type CourierKey, courierKeys, couriers } from '#contract/shipping/couriers.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'

interface PickupFormProps {
  returned: AdminReturn
  busy: boolean
  /** without a reference the courier's adapter books it */
  onBook: (pickup: { courier?: CourierKey; reference?: string }) => void
}

/** Records which courier picks the items up, with the reference of its booking, which the shopper gets. */
export function PickupForm({ returned: { pickup, canBookPickup }, busy, onBook }: PickupFormProps) {
  const [courier, setCourier] = useState<CourierKey>(courierKeys[0] ?? 'other')
  const [reference, setReference] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form
      noValidate
      aria-label="Pick-up"
      onSubmit={(event) => {
        event.preventDefault()
        if (reference.trim() === '') return setError('Reference is required.')
        onBook({ courier, reference })
      }}
      className="flex flex-col gap-4"
    >
      {canBookPickup && (
        <>
          <Button variant="ink" className="self-start" aria-disabled={busy} onClick={() => onBook({})}>
            {pickup ? 'Book another pick-up' : 'Book the pick-up'}
          </Button>
          <p className="text-sm text-soft">
            {pickup ? 'The earlier one is not cancelled: do that on the page of your courier. ' : ''}Or enter what you have booked yourself:
          </p>
        </>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Courier"
          value={courier}
          onChange={({ currentTarget }) => setCourier(currentTarget.value as CourierKey)}
          choices={courierKeys.map((key) => [key, couriers[key].name] as const)}
        />
        <TextField
          label="Reference of the pick-up"
          autoComplete="off"
          maxLength={returnLimits.pickupReferenceLength}
          value={reference}
          error={error}
          onChange={({ currentTarget }) => {
            setError(undefined)
            setReference(currentTarget.value)
          }}
        />
      </div>
      <Button type="submit" className="self-start" aria-disabled={busy}>
        {pickup ? 'Replace the pick-up' : 'The pick-up is booked'}
      </Button>
    </form>
  )
}
