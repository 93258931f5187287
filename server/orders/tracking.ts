import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs an order's id for the link in its mail: whoever holds the link may follow the order, and nothing else. */
export function createTrackingLinks({ key }: { key: Buffer }) {
  const sign = (orderId: string) => createHmac('sha256', key).update(orderId).digest('base64url')
  return {
    create: (orderId: string): string => `${orderId}.${sign(orderId)}`,
    /** the order's id, or undefined for a token that is not ours */
    verify(token: string): string | undefined {
      const [orderId = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature)
      const right = Buffer.from(sign(orderId))
      return given.length === right.length && timingSafeEqual(given, right) ? orderId : undefined
    },
  }
}

export type TrackingLinks = ReturnType<typeof createTrackingLinks>

/** An order number as people type it: any case, with or without the dash. */
export function parseOrderNumber(text: string): string {
  const letters = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** The last ten digits, so that +91 and a leading 0 do not matter. */
export function normalizePhone(text: string): string {
  return text.replace(/\D/g, '').slice(-10)
}
