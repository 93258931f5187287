import { createHash, createHmac } from 'node:crypto'

/**
 * The tokens of guests' payments: 256 bits, derived from the payment's id, so that a repeated request gets the same one. The database
 * has their hashes, which do not reveal them.
 */
export function createGuestTokens({ key }: { key: Buffer }) {
  const tokenKey = createHmac('sha256', key).update('guest-payments').digest()
  return {
    create: (paymentId: string): string => createHmac('sha256', tokenKey).update(paymentId).digest('base64url'),
    hash: (token: string): Buffer => createHash('sha256').update(token).digest(),
  }
}

export type GuestTokens = ReturnType<typeof createGuestTokens>
