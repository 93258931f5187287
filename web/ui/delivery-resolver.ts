import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { type DeliveryAddress, deliveryAddress } from '#contract/address.ts'
import { tidyPhone, tidyPinCode } from './tidy-numbers.ts'

const check = zodResolver(deliveryAddress)

/** The contract's own rules, on tidied numbers: Enter sends a form before its last field has been left. */
export const resolveDelivery: Resolver<DeliveryAddress> = (values, context, options) =>
  check(
    { ...values, phone: tidyPhone(values.phone), pinCode: tidyPinCode(values.pinCode), landmark: values.landmark || undefined },
    context,
    options,
  )

export const emptyAddress: DeliveryAddress = {
  firstName: '',
  lastName: '',
  address: '',
  landmark: '',
  city: '',
  state: '',
  pinCode: '',
  phone: '',
  email: '',
}
