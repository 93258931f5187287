import { maxLengths } from '#contract/kernel/business.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { type CourierKey, courierKeys, couriers } from '#contract/shipping/couriers.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useSaveForm } from '../../kit/save-form.tsx'

interface ShipmentFormProps {
  order: AdminOrderDetail
  onSaved: (order: AdminOrderDetail) => void
  /** whether something is entered that is not saved */
  onEdit: (isEdited: boolean) => void
  /** the order was changed by someone else: reload it */
  onStale: () => void
  /** undefined when there is nothing to go back to */
  onCancel: (() => void) | undefined
}

/** The courier of the last saved shipment: the next parcel is probably with the same one. */
let lastCourier: CourierKey = courierKeys[0] ?? 'other'

/** Enters the shipment of an order, and ships a packed one on request. */
export function ShipmentForm({ order, onSaved, onEdit, onStale, onCancel }: ShipmentFormProps) {
  const { _id: id, version, orderStatus, shipments } = order
  const [stored] = shipments
  const canShip = orderStatus === 'Packed' && !stored
  const { field, save, setValue, isSubmitting, failure } = useSaveForm({
    defaultValues: {
      courier: stored?.courier ?? lastCourier,
      trackingNumber: stored?.trackingNumber ?? '',
      trackingUrl: stored?.ownUrl ?? '',
      ship: canShip,
    },
    send: (entries) => callSignedIn('POST /order/admin/:id/shipment', { params: { id }, body: { ...entries, version } }),
    onSaved({ order: saved, message }) {
      lastCourier = saved.shipments[0]?.courier ?? lastCourier
      showToast({ text: message })
      onSaved(saved)
    },
    onEdit,
    onStale,
  })
  const submit = (ship: boolean) => {
    setValue('ship', ship)
    void save()
  }

  return (
    <form
      noValidate
      aria-label="Shipment"
      onSubmit={(event) => {
        event.preventDefault()
        submit(canShip)
      }}
      className="grid grid-cols-1 gap-4 sm:grid-cols-2"
    >
      <SelectField label="Courier" {...field('courier')} choices={courierKeys.map((key) => [key, couriers[key].name] as const)} />
      <TextField
        label="Tracking number"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('trackingNumber', { required: 'Tracking number is required.' })}
        maxLength={maxLengths.trackingNumber}
      />
      <TextField
        label="Link"
        optional
        type="url"
        autoComplete="off"
        placeholder="https://"
        className="sm:col-span-2"
        hint="Where the shopper can track the parcel. Delhivery and Blue Dart need none."
        maxLength={maxLengths.trackingUrl}
        {...field('trackingUrl')}
      />
      <FormError text={failure} className="sm:col-span-2" />
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        {canShip && (
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            Save and mark as shipped
          </Button>
        )}
        <Button type={canShip ? 'button' : 'submit'} aria-disabled={isSubmitting} onClick={canShip ? () => submit(false) : undefined}>
          Save
        </Button>
        {onCancel && <Button onClick={onCancel}>Go back</Button>}
      </div>
    </form>
  )
}
