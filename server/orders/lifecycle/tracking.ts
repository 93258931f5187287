import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signed tokens for the tracking links in mails: a token gives access to one order. */
export function createTrackingLinks({ key }: { key: Buffer }) {
  const sign = (orderId: string) => createHmac('sha256', key).update(orderId).digest('base64url')
  return {
    create: (orderId: string): string => `${orderId}.${sign(orderId)}`,
    /** The order's id; undefined when the signature is wrong. */
    verify(token: string): string | undefined {
      const [orderId = '', signature = ''] = token.split('.')
      const actual = Buffer.from(signature)
      const expected = Buffer.from(sign(orderId))
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? orderId : undefined
    },
  }
}

export type TrackingLinks = ReturnType<typeof createTrackingLinks>

/** The last ten digits, without +91 or a leading 0. */
export function normalizePhone(text: string): string {
  return text.replace(/\D/g, '').slice(-10)
}
