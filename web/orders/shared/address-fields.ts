import type { Resolver } from 'react-hook-form'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { normalizePhone, normalizePinCode } from '#contract/kernel/typed-numbers.ts'

/** In the order of the form. */
export const addressFields = [
  'firstName',
  'lastName',
  'phone',
  'email',
  'pinCode',
  'city',
  'state',
  'address',
  'landmark',
  'gstin',
  'businessName',
] as const

export const isAddressField = (name: string): name is keyof DeliveryAddress => (addressFields as readonly string[]).includes(name)

/** May always be empty. */
export const optionalFields: readonly (keyof DeliveryAddress)[] = ['landmark', 'gstin', 'businessName']

/** The fields of the contract's schema. Numbers are normalized first, because Enter submits a field that was not left. */
export const createAddressResolver =
  (resolve: Resolver<DeliveryAddress>): Resolver<DeliveryAddress> =>
  ({ phone, pinCode, landmark, gstin, businessName, ...values }, context, options) => {
    const normalized = {
      phone: normalizePhone(phone),
      pinCode: normalizePinCode(pinCode),
      landmark: landmark || undefined,
      gstin: gstin?.trim() || undefined,
      businessName: businessName || undefined,
    }
    return resolve({ ...values, ...normalized }, context, options)
  }

/** The address in a stored or loaded value. Unknown fields are dropped, missing and invalid ones are empty. */
export function parseAddress(value: unknown): DeliveryAddress {
  const given = (value ?? {}) as Record<string, unknown>
  const entries = addressFields.map((name) => [name, typeof given[name] === 'string' ? given[name] : ''])
  return Object.fromEntries(entries) as DeliveryAddress
}

/** The name and the lines of an address, without empty ones. */
export const listAddressLines = ({ firstName, lastName, address, landmark = '', city, pinCode, state }: DeliveryAddress): string[] =>
  [`${firstName} ${lastName}`, address, landmark, `${city} ${pinCode}`, state].filter((line) => line.trim() !== '')
