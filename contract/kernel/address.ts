import { z } from 'zod'
import { emailShape, isEmail } from './email.ts'
import { generalErrors } from './errors/general-errors.ts'
import { digitsText } from './field-schemas.ts'
import { isGstin } from './gstin.ts'
import { schemaRegistry } from './schema-registry.ts'
import { normalizePhone, normalizePinCode } from './typed-numbers.ts'
import { hasWebAddress } from './web-address.ts'

/** Without invisible marks, but with the joiners of Indian scripts. Control characters, which Word and pages have, are spaces. */
const cleanLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .trim()

/** The same for several lines. */
export const cleanLines = (text: string): string =>
  text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => cleanLine(line))
    .join('\n')
    .trim()

/** A text of a form, without invisible marks. */
export const typedText = (label: string, most: number, clean: (text: string) => string) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .max(most, { error: `${label} is too long.`, abort: true })
    .overwrite(clean)

/** A link in a name or an address would be mailed to the email address of the order, which may be a stranger's. */
const plainText = (label: string, most: number, clean = cleanLine) =>
  typedText(label, most, clean).refine((text) => !hasWebAddress(text), `${label} must not contain a web address.`)

const text = (label: string, most: number, clean = cleanLine) => plainText(label, most, clean).min(1, `${label} is required.`)

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
    address: text('Address', 300, cleanLines),
    // A link of a map helps the courier. Mails leave it out.
    landmark: typedText('Landmark', 120, cleanLines).optional(),
    city: text('City', 80),
    state: text('State', 80),
    pinCode: digitsText('PIN code', /^\d{6}$/, 'PIN code must have exactly 6 digits.', normalizePinCode),
    phone: digitsText('Phone', /^[6-9]\d{9}$/, 'Phone must have 10 digits and start with 6, 7, 8 or 9.', normalizePhone),
    email: z.string({ error: 'Email is required.' }).trim().max(254).pipe(emailShape),
    gstin: buyerGstin.optional().describe('of a business that buys; its state need not be that of the address'),
    businessName: plainText('Business name', 120).optional().describe('as its registration has it'),
  })
  .register(schemaRegistry, { id: 'DeliveryAddress' })

export type DeliveryAddress = z.infer<typeof deliveryAddress>

/** A name that documents can print. */
export const latinName = text('Name', 120).refine(
  (name) => /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}]*$/u.test(name),
  'Enter the name in Latin letters.',
)

/** Where a guest's order goes. Some people have one name. */
export const guestAddress = deliveryAddress
  .extend({ lastName: plainText('Last name', 60).default('') })
  .register(schemaRegistry, { id: 'GuestAddress' })

/** As the courier dials or reads it, when it is understood; else as it was typed. */
const tidy = (normalize: (text: string) => string, pattern: RegExp) => (typed: string) => {
  const normalized = normalize(typed)
  return pattern.test(normalized) ? normalized : typed
}

/** What the card checkout asks for; the rest may be empty on that path. */
export const cardAddress = deliveryAddress
  .extend({
    lastName: guestAddress.shape.lastName,
    pinCode: z
      .string()
      .trim()
      .max(12, 'PIN code is too long.')
      .overwrite(tidy(normalizePinCode, /^\d{6}$/))
      .default(''),
    phone: text('Phone', 20).overwrite(tidy(normalizePhone, /^[6-9]\d{9}$/)),
    email: z.string().trim().max(254, 'Email is too long.').default(''),
  })
  .register(schemaRegistry, { id: 'SavedAddress' })
export type SavedAddress = z.output<typeof cardAddress>

/** The address of an order in replies. That of items that were taken away has no city, and may have no phone. */
export const shownAddress = cardAddress
  .extend({ city: z.string(), state: z.string(), phone: z.string() })
  .register(schemaRegistry, { id: 'ShownAddress' })

/** Where an order goes that an administrator takes or changes. Some people have one name or no email address. */
export const phoneOrderAddress = deliveryAddress
  .extend({
    lastName: cardAddress.shape.lastName,
    email: z
      .string()
      .trim()
      .max(254, 'Email is too long.')
      .refine((email) => email === '' || isEmail(email), 'Email must look like name@example.com.')
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
  return names.some((name) => sentenceFields.includes(name)) ? generalErrors.invalid_delivery.text : generalErrors.invalid_request.text
}
