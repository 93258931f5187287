import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { cardAddress, type DeliveryAddress, deliveryAddress } from '#contract/address.ts'
import { normalizePhone, normalizePinCode } from './normalize-digits.ts'

const check = zodResolver(deliveryAddress)
// The form always has every field as text, so what the schema lets be missing never is.
const checkCard = zodResolver(cardAddress) as unknown as Resolver<DeliveryAddress>

const tidy = (values: DeliveryAddress): DeliveryAddress => ({
  ...values,
  phone: normalizePhone(values.phone),
  pinCode: normalizePinCode(values.pinCode),
  landmark: values.landmark || undefined,
})

/** The contract's own rules, on tidied numbers: Enter sends a form before its last field has been left. */
export const resolveDelivery: Resolver<DeliveryAddress> = (values, context, options) => check(tidy(values), context, options)

/** Before a card payment less is asked (spec §5): last name, PIN code and email may stay empty. */
export const resolveCardDelivery: Resolver<DeliveryAddress> = (values, context, options) => checkCard(tidy(values), context, options)

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

/** The address in anything that was stored or loaded: what is no text is empty, what is no field is left out. */
export function pickAddress(stored: unknown): DeliveryAddress {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const typed = Object.keys(emptyAddress).filter((name) => typeof given[name] === 'string')
  return { ...emptyAddress, ...Object.fromEntries(typed.map((name) => [name, given[name]])) }
}
