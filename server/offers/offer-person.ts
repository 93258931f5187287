import { createHmac } from 'node:crypto'
import type { SavedAddress } from '#contract/kernel/address.ts'
import { toMailbox } from '../mail/mailbox.ts'

/** What is known of who orders. An IP address is no person, because many people share one. */
interface OfferBuyer {
  /** null for a guest */
  readonly userId: string | null
  /** the browser's own token; undefined when it has sent none */
  readonly device?: string | undefined
  /** where the order goes; undefined while that is not known */
  readonly deliveryAddress?: Pick<SavedAddress, 'phone' | 'email' | 'address' | 'pinCode'> | undefined
}

/** A person as offers know them: who has any of the keys is the same one. */
export interface PersonKey {
  /** the account and the ten digits of the phone, see `orders.customer_key` */
  readonly customerKeys: readonly string[]
  /** account, phone, mailbox, home and browser. Keyed, so that none of them can be read from the uses of an offer. The account or phone comes first. */
  readonly hashes: readonly Buffer[]
}

/**
 * The street of an address with its PIN code in lower case, without spaces and punctuation; undefined without a number, because all homes of a
 * village may be in its main road.
 */
function toHome({ address, pinCode }: Pick<SavedAddress, 'address' | 'pinCode'>): string | undefined {
  const street = address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  return /\p{N}/u.test(street) ? `${street} ${pinCode}` : undefined
}

export function createPersonKeys({ trackingKey }: { trackingKey: Buffer }) {
  const key = createHmac('sha256', trackingKey).update('offer-uses').digest()
  const hashKey = (text: string): Buffer => createHmac('sha256', key).update(text).digest()

  return ({ userId, device, deliveryAddress }: OfferBuyer): PersonKey => {
    const { phone = '', email = '' } = deliveryAddress ?? {}
    const home = deliveryAddress && toHome(deliveryAddress)
    const customerKeys = [userId ?? '', phone.replace(/\D/g, '').slice(-10)].filter((each) => each !== '')
    const others = [
      ...(email.trim() === '' ? [] : [`email ${toMailbox(email)}`]),
      ...(home === undefined ? [] : [`home ${home}`]),
      ...(device === undefined ? [] : [`device ${device}`]),
    ]
    return { customerKeys, hashes: [...customerKeys, ...others].map(hashKey) }
  }
}

export type GetPersonKey = ReturnType<typeof createPersonKeys>
