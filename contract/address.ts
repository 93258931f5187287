import { z } from 'zod'
import { errorText } from './errors/errors.ts'
import { digitsText } from './field-schemas.ts'
import { isGstin } from './gstin.ts'
import { schemaRegistry } from './schema-registry.ts'

/** A link in a name or an address would be mailed to the email address of the order, which may be a stranger's. */
const plainText = (label: string, most: number) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .max(most, { error: `${label} is too long.`, abort: true })
    .refine((text) => !/\p{Cc}/u.test(text.replace(/[\r\n\t]/g, '')), `${label} must not contain control characters.`)
    .refine((text) => !/https?:\/\/|www\./i.test(text), `${label} must not contain a web address.`)

const text = (label: string, most: number) => plainText(label, most).min(1, `${label} is required.`)

/** Spaces are left out, because certificates print the number in groups. */
const buyerGstin = z
  .string({ error: 'GSTIN must be a text.' })
  .max(40, { error: 'GSTIN is too long.', abort: true })
  .overwrite((typed) => typed.replace(/\s/g, '').toUpperCase())
  .refine((typed) => typed === '' || isGstin(typed), 'This is not a GSTIN: it has 15 characters, such as 27AAPFU0939F1ZV.')

/** Where a parcel goes, and the business that buys. Every field is needed but the landmark and those of a business. */
export const deliveryAddress = z
  .object({
    firstName: text('First name', 60),
    lastName: text('Last name', 60),
    address: text('Address', 300),
    landmark: plainText('Landmark', 120).optional(),
    city: text('City', 80),
    state: text('State', 80),
    pinCode: digitsText('PIN code', /^\d{6}$/, 'PIN code must have exactly 6 digits.'),
    phone: digitsText('Phone', /^[6-9]\d{9}$/, 'Phone must have 10 digits and start with 6, 7, 8 or 9.'),
    email: z.string({ error: 'Email is required.' }).trim().max(254).pipe(z.email('Email must look like name@example.com.')),
    gstin: buyerGstin.optional().describe('of a business that buys; its state need not be that of the address'),
    businessName: plainText('Business name', 120).optional().describe('as its registration has it'),
  })
  .register(schemaRegistry, { id: 'DeliveryAddress' })

export type DeliveryAddress = z.infer<typeof deliveryAddress>

/** What the card checkout asks for; the rest may be empty on that path. */
export const cardAddress = deliveryAddress
  .extend({
    lastName: plainText('Last name', 60).default(''),
    pinCode: z.string().trim().max(12, 'PIN code is too long.').default(''),
    phone: text('Phone', 20),
    email: z.string().trim().max(254, 'Email is too long.').default(''),
  })
  .register(schemaRegistry, { id: 'SavedAddress' })
export type SavedAddress = z.output<typeof cardAddress>

/** Where an order goes that an administrator takes or changes. Some people have one name or no email address. */
export const phoneOrderAddress = deliveryAddress
  .extend({
    lastName: cardAddress.shape.lastName,
    email: z
      .string()
      .trim()
      .max(254, 'Email is too long.')
      .refine((email) => email === '' || z.email().safeParse(email).success, 'Email must look like name@example.com.')
      .default(''),
  })
  .register(schemaRegistry, { id: 'PhoneOrderAddress' })

export type MissingField = 'phone' | 'pinCode'
type CourierFields = Pick<DeliveryAddress, MissingField>

/** What the courier misses in an address. A card order may come without it (spec §5). */
export function listMissingFields({ pinCode, phone }: CourierFields): MissingField[] {
  const hasPhone = /^(\+?91|0)?\d{10}$/.test(phone.replace(/[\s().-]/g, ''))
  const hasPinCode = /^\d{6}$/.test(pinCode.replace(/\s/g, ''))
  return [...(hasPhone ? [] : ['phone' as const]), ...(hasPinCode ? [] : ['pinCode' as const])]
}

export const isAddressComplete = (address: CourierFields): boolean => listMissingFields(address).length === 0

/** The fields whose failure the guest form reports in one sentence. */
const sentenceFields = ['pinCode', 'phone', 'email']

/** Describes in one line why a guest form was refused; the fields have their own messages. */
export function describeAddressProblem(fields: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(fields).map((path) => path.split('.').at(-1) ?? '')
  return names.some((name) => sentenceFields.includes(name)) ? errorText('invalid_delivery') : errorText('invalid_request')
}
