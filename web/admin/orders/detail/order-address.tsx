import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import type { Resolver } from 'react-hook-form'
import type { CallReply } from '#contract/contract.ts'
import { type DeliveryAddress, describeAddressProblem, phoneOrderAddress } from '#contract/kernel/address.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { isBeforeShipping, type OrderStatus } from '#contract/orders/order-status.ts'
import { createAddressResolver, parseAddress } from '../../../orders/shared/address-fields.ts'
import { DeliveryFields } from '../../../orders/shared/delivery-fields.tsx'
import { ShownShopperNote } from '../../../orders/shared/shown-shopper-note.tsx'
import { usePinCodeHint } from '../../../orders/shared/use-pin-code-hint.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { useSaveForm } from '../../kit/save-form.tsx'
import { CopyLink } from '../../shared/copy-link.tsx'
import type { OrderFormProps } from './order-part.ts'

/** The delivery address of an order, which can be changed until the order is shipped. */
export function OrderAddress({ order, onChange, onStale, onEdit }: OrderFormProps) {
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

/** Marks an order whose address is incomplete, and copies the link by which the shopper completes it. */
export function IncompleteAddress({ link }: { link: string }) {
  return (
    <div className="mt-3 flex flex-col items-start gap-2 text-sm">
      <p className="font-medium text-bad">Address incomplete</p>
      <p className="text-soft">The courier needs a PIN code and a 10-digit phone number.</p>
      <CopyLink link={link} label="Copy the address link" />
    </div>
  )
}

const resolver = createAddressResolver(zodResolver(phoneOrderAddress) as unknown as Resolver<DeliveryAddress>)

interface EditAddressProps extends Omit<OrderFormProps, 'onChange'> {
  onSaved: (reply: CallReply<'POST /order/admin/:id/address'>) => void
  onCancel: () => void
}

/** Changes the address of an order. What was typed stays when the order has changed meanwhile. */
function EditAddress({ order: { _id: id, deliveryAddress, version }, onCancel, ...options }: EditAddressProps) {
  const form = useSaveForm<DeliveryAddress, CallReply<'POST /order/admin/:id/address'>>({
    defaultValues: parseAddress(deliveryAddress),
    resolver,
    part: 'address',
    send: (address) => callSignedIn('POST /order/admin/:id/address', { params: { id }, body: { address, version } }),
    ...options,
  })
  const { setFocus, formState, save, isSubmitting, failure } = form
  const pinCodeHint = usePinCodeHint(form)
  useEffect(() => setFocus('firstName'), [setFocus])
  const { root: _, ...wrong } = formState.errors
  return (
    <form noValidate aria-label="Ship to" onSubmit={save} className="flex flex-col gap-5">
      <DeliveryFields form={form} pinCodeHint={pinCodeHint} optional={['landmark', 'lastName', 'email']} />
      <p className="text-sm text-soft">The shopper is told by email about a minute later, once for several changes.</p>
      <FormError text={Object.keys(wrong).length > 0 ? describeAddressProblem(wrong) : failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : 'Save address'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
