import { useForm } from 'react-hook-form'
import { maxLengths } from '#contract/kernel/business.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { type CourierKey, courierKeys, couriers } from '#contract/shipping/couriers.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { showToast } from '../../../ui/toast.ts'
import { showFormError } from '../../kit/use-action.tsx'

interface ShipmentFormProps {
  order: AdminOrderDetail
  onSaved: (order: AdminOrderDetail) => void
  /** the order was changed by someone else: reload it */
  onStale: () => void
  /** undefined when there is nothing to go back to */
  onCancel: (() => void) | undefined
}

interface Entries {
  courier: CourierKey
  trackingNumber: string
  trackingUrl: string
}

/** The courier of the last saved shipment: the next parcel is probably with the same one. */
let lastCourier: CourierKey = courierKeys[0] ?? 'other'

/** Enters the shipment of an order, and ships a packed one on request. */
export function ShipmentForm({ order, onSaved, onStale, onCancel }: ShipmentFormProps) {
  const { _id: id, version, orderStatus, shipments } = order
  const [stored] = shipments
  const { register, handleSubmit, setError, formState } = useForm<Entries>({
    defaultValues: {
      courier: stored?.courier ?? lastCourier,
      trackingNumber: stored?.trackingNumber ?? '',
      trackingUrl: stored?.ownUrl ?? '',
    },
  })
  const { errors, isSubmitting } = formState
  const isPacked = orderStatus === 'Packed'

  const save = (ship: boolean) => async (entries: Entries) => {
    try {
      const reply = await callSignedIn('POST /order/admin/:id/shipment', { params: { id }, body: { ...entries, version, ship } })
      lastCourier = entries.courier
      showToast({ text: reply.message })
      onSaved(reply.order)
    } catch (failure) {
      showFormError({ failure, setError })
      if (failure instanceof ApiError && failure.code === 'order_changed') onStale()
    }
  }
  const submit = (ship: boolean) => () => {
    if (!isSubmitting) handleSubmit(save(ship))()
  }

  return (
    <form
      noValidate
      aria-label="Shipment"
      onSubmit={(event) => {
        event.preventDefault()
        submit(isPacked && !stored)()
      }}
      className="grid grid-cols-1 gap-4 sm:grid-cols-2"
    >
      <SelectField
        label="Courier"
        error={errors.courier?.message}
        {...register('courier')}
        choices={courierKeys.map((key) => [key, couriers[key].name] as const)}
      />
      <TextField
        label="Tracking number"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={maxLengths.trackingNumber}
        error={errors.trackingNumber?.message}
        {...register('trackingNumber', { required: 'Tracking number is required.' })}
      />
      <TextField
        label="Link"
        optional
        type="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={maxLengths.trackingUrl}
        className="sm:col-span-2"
        hint="Where the shopper can track the parcel. Delhivery and Blue Dart need none."
        error={errors.trackingUrl?.message}
        {...register('trackingUrl')}
      />
      <FormError text={errors.root?.message} className="sm:col-span-2" />
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        {isPacked && !stored && (
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            Save and mark as shipped
          </Button>
        )}
        <Button
          type={isPacked && !stored ? 'button' : 'submit'}
          aria-disabled={isSubmitting}
          onClick={isPacked && !stored ? submit(false) : undefined}
        >
          Save
        </Button>
        {onCancel && <Button onClick={onCancel}>Go back</Button>}
      </div>
    </form>
  )
}
