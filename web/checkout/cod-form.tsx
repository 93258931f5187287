import { type ReactNode, useRef, useState } from 'react'
import { type DeliveryAddress, describeAddressProblem } from '#contract/address.ts'
import { formatRupees } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { ApiError } from '../api/client.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import type { AddressForm } from './address-form.ts'
import { DeliveryForm, type DeliveryFormProps } from './delivery-form.tsx'
import type { OrderError, OrderOutcome } from './place-order.ts'

type FieldErrors = Partial<Record<string, { message?: string }>>

/** Address and order, cash on delivery: for guests and for shoppers. */
export function CodForm({
  form,
  total,
  placeOrder,
  onPlaced,
  onCartOutdated,
  cartLink,
  children,
  ...rest
}: {
  form: AddressForm
  placeOrder: (address: DeliveryAddress) => Promise<OrderOutcome>
  onPlaced: (order: Order) => Promise<void> | void
  /** the server's cart differs from what this page shows */
  onCartOutdated?: () => Promise<void>
  cartLink: { readonly to: string; readonly label: string }
  children: ReactNode
} & Pick<DeliveryFormProps, 'items' | 'total' | 'quotedTotal' | 'onClear' | 'isDisabled' | 'describedBy'>) {
  const { setError, handleSubmit, formState } = form
  const [orderError, setOrderError] = useState<OrderError>()
  const isSending = useRef(false)
  const button = useReturnFocus({ failed: orderError !== undefined, busy: formState.isSubmitting })

  const send = async (address: DeliveryAddress) => {
    if (isSending.current) return
    isSending.current = true
    setOrderError(undefined)
    try {
      const outcome = await placeOrder(address)
      if ('order' in outcome) return await onPlaced(outcome.order)
      const { error } = outcome
      setOrderError(error)
      for (const [name, message] of Object.entries(error.fields))
        setError(name as keyof DeliveryAddress, { message }, { shouldFocus: true })
      if (error.isCartOutdated) await onCartOutdated?.()
    } catch (error) {
      // After a 401 the area opens the login screen; the draft survives.
      if (!(error instanceof ApiError && error.status === 401)) throw error
    } finally {
      isSending.current = false
    }
  }
  const showInvalid = (errors: FieldErrors) => {
    const fields = Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message ?? '']))
    setOrderError({ text: describeAddressProblem(fields), isCartOutdated: false, fields: {} })
  }

  return (
    <DeliveryForm
      {...rest}
      form={form}
      total={total}
      intro={`Cash on delivery: pay the courier ${formatRupees(total)} when your order arrives.`}
      onSubmit={handleSubmit(send, showInvalid)}
      error={orderError && { text: orderError.text, link: orderError.isCartOutdated ? cartLink : undefined }}
      buttonRef={button}
      isBusy={formState.isSubmitting}
      submitLabel={formState.isSubmitting ? 'Placing your order…' : 'Place Order'}
    >
      {children}
    </DeliveryForm>
  )
}
