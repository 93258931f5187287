import { type DeliveryAddress, guestAddress } from '#contract/kernel/address.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database } from '../../database/schema.ts'
import type { SessionContent, SessionDestination } from '../../database/tables/ucp-tables.ts'
import { answerPin } from '../../orders/placing/pin-answer.ts'
import type { UcpMessage } from '../protocol/messages.ts'
import { readPin } from './session-content.ts'

const india = new Set(['', 'IN', 'IND', 'INDIA'])

/** The address of a session in the fields of the shop's order form; what is not known is empty. */
export function toDeliveryAddress({ buyer, destination, postalCode }: SessionContent): DeliveryAddress {
  const place: Partial<SessionDestination> = destination ?? {}
  const { street_address, extended_address, address_locality, address_region } = place
  return {
    firstName: place.first_name ?? buyer.first_name ?? '',
    lastName: place.last_name ?? buyer.last_name ?? '',
    phone: place.phone_number ?? buyer.phone_number ?? '',
    email: buyer.email ?? '',
    address: [street_address, extended_address].filter(Boolean).join('\n'),
    landmark: '',
    city: address_locality ?? '',
    state: address_region ?? '',
    pinCode: readPin({ destination, postalCode }),
  }
}

const placePath = '$.fulfillment.methods[0].destinations[0]'

/** Where a session has a field of the order form. */
function findPath({ field, destination }: { field: string; destination: SessionContent['destination'] }): string {
  const ofPlace: Readonly<Record<string, string>> = {
    address: 'street_address',
    city: 'address_locality',
    state: 'address_region',
    pinCode: 'postal_code',
    ...(destination?.first_name !== undefined && { firstName: 'first_name' }),
    ...(destination?.last_name !== undefined && { lastName: 'last_name' }),
    ...(destination?.phone_number !== undefined && { phone: 'phone_number' }),
  }
  const ofBuyer: Readonly<Record<string, string>> = {
    firstName: 'first_name',
    lastName: 'last_name',
    phone: 'phone_number',
    email: 'email',
  }
  return field in ofPlace ? `${placePath}.${ofPlace[field]}` : `$.buyer.${ofBuyer[field]}`
}

const invalidCodes: Readonly<Record<string, string>> = { phone: 'invalid_phone', email: 'invalid_email', pinCode: 'invalid_postal_code' }

interface DeliveryQuery {
  readonly database: Database
  readonly content: SessionContent
  readonly shop: Pick<ShopSettings, 'policies' | 'orders'>
}

/** What is wrong with the address of a checkout, by the rules of the order form, and what the buyer does on the pages of the shop. */
export async function listDeliveryMessages({ database, content, shop }: DeliveryQuery): Promise<UcpMessage[]> {
  const { destination } = content
  const country = (destination?.address_country ?? '').trim().toUpperCase()
  const undeliverable = (text: string): UcpMessage => ({
    type: 'error',
    code: 'address_undeliverable',
    content: text,
    severity: 'recoverable',
    path: placePath,
  })
  if (!india.has(country)) return [undeliverable('The shop delivers in India only.'), askBuyer('requires_buyer_input')]
  const pin = readPin(content)
  const answer = /^\d{6}$/.test(pin) ? await answerPin({ database, pin, settings: shop.orders, policies: shop.policies }) : undefined
  const address = toDeliveryAddress(content)
  const issues = guestAddress.safeParse(address).error?.issues ?? []
  const invalid = issues.flatMap(({ path: [field], message }): UcpMessage[] => {
    const name = String(field)
    // A field without a value is left to the buyer.
    if (!address[name as keyof DeliveryAddress]) return []
    const path = findPath({ field: name, destination })
    return [{ type: 'error', code: invalidCodes[name] ?? 'invalid_address', content: message, severity: 'recoverable', path }]
  })
  return [
    ...(answer?.deliver === false && destination ? [undeliverable('Nothing is delivered to this PIN code.')] : []),
    ...(destination ? invalid : invalid.filter(({ path = '' }) => path.startsWith('$.buyer'))),
    askBuyer(issues.length > 0 ? 'requires_buyer_input' : 'requires_buyer_review'),
  ]
}

/** Nothing is ordered without the buyer. */
const askBuyer = (severity: 'requires_buyer_input' | 'requires_buyer_review'): UcpMessage => ({
  type: 'error',
  code: severity === 'requires_buyer_input' ? 'buyer_details_missing' : 'buyer_review_required',
  content:
    severity === 'requires_buyer_input'
      ? 'The buyer completes the delivery details, chooses how to pay and places the order on the page of the shop.'
      : 'The buyer checks the order, chooses how to pay and places it on the page of the shop.',
  severity,
})
