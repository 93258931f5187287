import { createHmac, timingSafeEqual } from 'node:crypto'
import { cleanTyped } from '#contract/typed-numbers.ts'

/** Signed tokens for the tracking links in mails: a token gives access to one order. */
export function createTrackingLinks({ key }: { key: Buffer }) {
  const create = (orderId: string): string => `${orderId}.${createHmac('sha256', key).update(orderId).digest('base64url')}`
  return {
    create,
    /** The order's id; undefined when the signature is wrong. */
    verify(token: string): string | undefined {
      const [orderId = ''] = token.split('.')
      const [actual, expected] = [Buffer.from(token), Buffer.from(create(orderId))]
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? orderId : undefined
    },
  }
}

export type TrackingLinks = ReturnType<typeof createTrackingLinks>

/** The last ten digits, without +91 or a leading 0. */
export function normalizePhone(text: string): string {
  return cleanTyped(text).replace(/\D/g, '').slice(-10)
}
