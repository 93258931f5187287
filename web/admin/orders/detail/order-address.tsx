import { useEffect, useRef, useState } from 'react'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { isBeforeShipping, type OrderStatus } from '#contract/orders/order-status.ts'
import { ShownShopperNote } from '../../../orders/shared/shown-shopper-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { IncompleteAddress } from '../list/incomplete-address.tsx'
import { EditAddress } from './edit-address.tsx'
import type { OrderEditProps } from './order-edit-props.ts'

/** The delivery address of an order, which can be changed until the order is shipped. */
export function OrderAddress({ order, onChange, onStale, onEdit }: OrderEditProps) {
  const [isEditing, setEditing] = useState(false)
  const [message, setMessage] = useState('')
  // The form would save the masked number.
  const isMasked = order.deliveryAddress.phone.includes('•')
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  const close = (text: string) => {
    setMessage(text)
    setEditing(false)
    onEdit(false)
  }

  if (isEditing)
    return (
      <div className="sm:col-span-2">
        <DrawerSection title="Ship to">
          <EditAddress
            order={order}
            onStale={onStale}
            onEdit={onEdit}
            onCancel={() => close('')}
            onSaved={(reply) => {
              close(reply.message)
              onChange(reply.order)
            }}
          />
        </DrawerSection>
      </div>
    )
  return (
    <DrawerSection title="Ship to">
      <Address address={order.deliveryAddress} />
      <ShownShopperNote order={order} />
      {order.addressLink !== null && <IncompleteAddress link={order.addressLink} />}
      {isBeforeShipping(order.orderStatus as OrderStatus) && isMasked && (
        <p className="text-sm text-soft">Your account sees only a part of phone numbers, so it cannot change addresses.</p>
      )}
      {isBeforeShipping(order.orderStatus as OrderStatus) && !isMasked && (
        <Button ref={editButton} className="w-fit" onClick={() => setEditing(true)}>
          Edit the address
        </Button>
      )}
      <p role="status" className="font-medium text-good empty:hidden">
        {message}
      </p>
    </DrawerSection>
  )
}

function Address({ address }: { address: AdminOrderDetail['deliveryAddress'] }) {
  const { firstName, lastName, address: street, landmark, city, state, pinCode, phone, email, gstin, businessName } = address
  return (
    <address className="flex flex-col not-italic text-sm wrap-anywhere">
      <span className="font-semibold">
        {firstName} {lastName}
      </span>
      <span>{street}</span>
      {landmark && <span>{landmark}</span>}
      <span>
        {city} {pinCode}
      </span>
      <span>{state}</span>
      {businessName && <span className="mt-2">{businessName}</span>}
      {gstin && <span className={businessName ? '' : 'mt-2'}>GSTIN {gstin}</span>}
      {phone.includes('•') ? (
        <span className="mt-2">{phone}</span>
      ) : (
        <a href={`tel:${phone}`} className="link mt-2 inline-flex min-h-11 w-fit sm:min-h-6 items-center">
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className="link inline-flex min-h-11 w-fit sm:min-h-6 items-center break-all">
          {email}
        </a>
      )}
    </address>
  )
}
