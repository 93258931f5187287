import { createHmac } from 'node:crypto'

/** A person as orders know them, see `orders.customer_key`. */
export interface PersonKey {
  readonly customerKey: string
  /** keyed, so that a phone number cannot be read from the uses of an offer */
  readonly hash: Buffer
}

/** `userId`: null for a guest, who is known by the ten digits of the phone. */
export function createPersonKeys({ trackingKey }: { trackingKey: Buffer }) {
  const key = createHmac('sha256', trackingKey).update('offer-uses').digest()
  return ({ userId, phone }: { userId: string | null; phone: string }): PersonKey => {
    const customerKey = userId ?? phone.replace(/\D/g, '').slice(-10)
    return { customerKey, hash: createHmac('sha256', key).update(customerKey).digest() }
  }
}
