import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressLinkDays } from '#contract/business.ts'
import { AppError } from '../errors.ts'

const dayMs = 86_400_000

/**
 * Signed links by which a shopper completes the address of one order. Unlike a tracking link they allow a change, so they
 * expire and have a key of their own.
 */
export function createAddressLinks({ key }: { key: Buffer }) {
  const addressKey = createHmac('sha256', key).update('address-links').digest()
  const sign = (payload: string) => createHmac('sha256', addressKey).update(payload).digest('base64url')
  return {
    /** The path of the page, with its token. The same for a day, so that reading an order twice gives the same reply. */
    create(orderId: string, issuedAt = Date.now()): string {
      const lastDay = Math.floor(issuedAt / dayMs) + addressLinkDays
      const payload = `${orderId}.${lastDay}`
      return `/complete-address?token=${payload}.${sign(payload)}`
    },
    /** The order's id. Throws `AppError` for a token that is not from here (404) or expired (410). */
    verify(token: string): string {
      const [orderId = '', lastDay = '', signature = ''] = token.split('.')
      const actual = Buffer.from(signature)
      const expected = Buffer.from(sign(`${orderId}.${lastDay}`))
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw new AppError('address_link_invalid')
      if (Number(lastDay) < Math.floor(Date.now() / dayMs)) throw new AppError('address_link_expired')
      return orderId
    },
  }
}

export type AddressLinks = ReturnType<typeof createAddressLinks>
