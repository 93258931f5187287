import { useState } from 'react'
import { maxLengths } from '#contract/kernel/business.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { type CourierKey, courierKeys } from '#contract/shipping/couriers.ts'
import type { AdminShipment } from '#contract/shipping/shipment.ts'
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

/** What is entered of a shipment, as one text. */
const toText = (shipment: AdminShipment | undefined): string =>
  shipment ? [shipment.courier, shipment.trackingNumber, shipment.ownUrl].join(' ') : ''

/** Courier, tracking number and link of an order. What is entered stays when somebody else saves or removes the shipment meanwhile. */
export function ShipmentSection({ order, onChange, onEdit, onStale }: OrderFormProps) {
  const { _id: id, orderStatus, version, shipments } = order
  const [isEditing, setEditing] = useState(false)
  const [isEdited, setEdited] = useState(false)
  const [shipment] = shipments
  const [shipmentAtStart, setShipmentAtStart] = useState(shipment)
  if (!isEdited && shipment !== shipmentAtStart) setShipmentAtStart(shipment)
  const hasParcel = !statusesWithoutParcel.includes(orderStatus)

  const reportEdit = (edited: boolean) => {
    setEdited(edited)
    onEdit(edited)
  }
  const change = (changed: AdminOrderDetail) => {
    setEditing(false)
    onChange(changed)
  }
  const { busy, message, run } = useOrderAction({ onChange: change, onStale })
  if (!shipment && !hasParcel && !isEdited) return null

  const cancel = () => {
    setEditing(false)
    reportEdit(false)
  }
  const remove = () => run(() => callSignedIn('POST /order/admin/:id/shipment/remove', { params: { id }, body: { version } }))
  const hasForm = isEdited || (hasParcel && (!shipment || isEditing))
  const hasChanged = isEdited && toText(shipment) !== toText(shipmentAtStart)

  return (
    <DrawerSection title="Shipment">
      {shipment && (!hasForm || hasChanged) && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <SavedShipment {...shipment} />
          {!hasForm && (
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
          )}
        </div>
      )}
      {hasChanged && (
        <p role="status" className="font-medium text-bad">
          {shipment
            ? 'This shipment was saved in the meantime. Saving replaces it with what is entered below.'
            : 'The shipment was removed in the meantime.'}
        </p>
      )}
      {hasForm && (
        <ShipmentForm
          key={toText(shipmentAtStart)}
          order={order}
          onSaved={change}
          onEdit={reportEdit}
          onStale={onStale}
          onCancel={isEditing || hasChanged || !hasParcel ? cancel : undefined}
        />
      )}
      <StatusMessage message={message} />
    </DrawerSection>
  )
}

const SavedShipment = ({ courierName, trackingNumber, trackingUrl }: AdminShipment) => (
  <p className="wrap-anywhere">
    <span className="text-soft">{courierName}</span> <span className="font-semibold tabular-nums">{trackingNumber}</span>
    {trackingUrl !== null && (
      <a href={trackingUrl} target="_blank" rel="noopener noreferrer" className="link ml-4 inline-flex min-h-11 items-center sm:min-h-6">
        Track parcel<span className="sr-only"> (opens a new tab)</span>
      </a>
    )}
  </p>
)

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
