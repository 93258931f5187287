import { useState } from 'react'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { AdminShipment } from '#contract/shipping/shipment.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { ShipmentForm } from './shipment-form.tsx'

interface ShipmentSectionProps {
  order: AdminOrderDetail
  onChange: (order: AdminOrderDetail) => void
  /** whether something is entered that is not saved */
  onEdit: (isEdited: boolean) => void
  /** the order was changed by someone else: reload it */
  onStale: () => void
}

/** Statuses whose order has no parcel that can be tracked. */
const statusesWithoutParcel = ['Placed', 'Confirmed', 'Cancelled']

/** What is entered of a shipment, as one text. */
const toText = (shipment: AdminShipment | undefined): string =>
  shipment ? [shipment.courier, shipment.trackingNumber, shipment.ownUrl].join(' ') : ''

/** Courier, tracking number and link of an order. What is entered stays when somebody else saves or removes the shipment meanwhile. */
export function ShipmentSection({ order, onChange, onEdit, onStale }: ShipmentSectionProps) {
  const { _id: id, orderStatus, version, shipments } = order
  const { busy, message, run } = useAction(onStale)
  const [isEditing, setEditing] = useState(false)
  const [isEdited, setEdited] = useState(false)
  const [shipment] = shipments
  const [shipmentAtStart, setShipmentAtStart] = useState(shipment)
  if (!isEdited && shipment !== shipmentAtStart) setShipmentAtStart(shipment)
  const hasParcel = !statusesWithoutParcel.includes(orderStatus)
  if (!shipment && !hasParcel && !isEdited) return null

  const reportEdit = (edited: boolean) => {
    setEdited(edited)
    onEdit(edited)
  }
  const change = (changed: AdminOrderDetail) => {
    setEditing(false)
    onChange(changed)
  }
  const cancel = () => {
    setEditing(false)
    reportEdit(false)
  }
  const remove = () =>
    run(
      () => callSignedIn('POST /order/admin/:id/shipment/remove', { params: { id }, body: { version } }),
      (reply) => change(reply.order),
    )
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
