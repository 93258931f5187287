import { useState } from 'react'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
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

/** Courier, tracking number and link of an order. */
export function ShipmentSection({ order, onChange, onEdit, onStale }: ShipmentSectionProps) {
  const { _id: id, orderStatus, version, shipments } = order
  const { busy, message, run } = useAction(onStale)
  const [isEditing, setEditing] = useState(false)
  const [shipment] = shipments
  const hasParcel = !statusesWithoutParcel.includes(orderStatus)
  if (!shipment && !hasParcel) return null

  const change = (changed: AdminOrderDetail) => {
    setEditing(false)
    onChange(changed)
  }
  const cancel = () => {
    setEditing(false)
    onEdit(false)
  }
  const remove = () =>
    run(
      () => callSignedIn('POST /order/admin/:id/shipment/remove', { params: { id }, body: { version } }),
      (reply) => change(reply.order),
    )

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
