import { useState } from 'react'
import { maxLengths } from '#contract/kernel/business.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { type CourierKey, courierKeys } from '#contract/shipping/couriers.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { showToast } from '../../../ui/toast.ts'
import { DrawerSection } from '../../kit/drawer.tsx'
import { useSaveForm } from '../../kit/save-form.tsx'
import { StatusMessage } from '../../kit/use-action.tsx'
import { type OrderFormProps, useOrderAction } from '../detail/order-part.ts'
import { courierChoices } from '../shared/courier-choices.ts'

/** Statuses whose order has no parcel that can be tracked. */
const statusesWithoutParcel = ['Placed', 'Confirmed', 'Cancelled']

/** Courier, tracking number and link of an order. */
export function ShipmentSection({ order, onChange, onEdit, onStale }: OrderFormProps) {
  const { _id: id, orderStatus, version, shipments } = order
  const [isEditing, setEditing] = useState(false)
  const change = (changed: AdminOrderDetail) => {
    setEditing(false)
    onChange(changed)
  }
  const { busy, message, run } = useOrderAction({ onChange: change, onStale })
  const [shipment] = shipments
  const hasParcel = !statusesWithoutParcel.includes(orderStatus)
  if (!shipment && !hasParcel) return null

  const cancel = () => {
    setEditing(false)
    onEdit(false)
  }
  const remove = () => run(() => callSignedIn('POST /order/admin/:id/shipment/remove', { params: { id }, body: { version } }))

  return (
    <DrawerSection title="Shipment">
      {shipment && !isEditing && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="wrap-anywhere">
            <span className="text-soft">{shipment.courierName}</span>{' '}
            <span className="font-semibold tabular-nums">{shipment.trackingNumber}</span>
            {shipment.trackingUrl !== null && (
              <a
                href={shipment.trackingUrl}
                target="_blank"
                rel="noopener noreferrer"
                className="link ml-4 inline-flex min-h-11 items-center sm:min-h-6"
              >
                Track parcel<span className="sr-only"> (opens a new tab)</span>
              </a>
            )}
          </p>
          <span className="flex gap-3">
            {hasParcel && (
              <Button aria-label="Change the shipment" onClick={() => setEditing(true)}>
                Change
              </Button>
            )}
            <Button aria-label="Remove the shipment" aria-disabled={busy} onClick={remove}>
              Remove
            </Button>
          </span>
        </div>
      )}
      {hasParcel && (!shipment || isEditing) && (
        <ShipmentForm
          key={shipment?.trackingNumber ?? ''}
          order={order}
          onSaved={change}
          onEdit={onEdit}
          onStale={onStale}
          onCancel={isEditing ? cancel : undefined}
        />
      )}
      <StatusMessage message={message} />
    </DrawerSection>
  )
}

interface ShipmentFormProps extends Omit<OrderFormProps, 'onChange'> {
  onSaved: (order: AdminOrderDetail) => void
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
      <SelectField label="Courier" {...field('courier')} choices={courierChoices} />
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
