import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { deriveKeyPair } from '../../kernel/derive-key-pair.ts'

/** The protocol recommends a new key each 90 days. */
const periodMs = 90 * 24 * 3_600_000

/** A public key as the profile of the shop publishes it (RFC 7517). */
interface PublicKey {
  readonly kid: string
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly use: 'sig'
  readonly alg: 'ES256'
}

export interface ShopSigningKey {
  readonly jwk: PublicKey
  readonly privateKey: KeyObject
}

function deriveSigningKey({ key, period }: { key: Buffer; period: number }): ShopSigningKey {
  const { publicKey, privateKey } = deriveKeyPair({ key, purpose: `ucp-signing-${period}` })
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((bytes) => bytes.toString('base64url')) as [string, string]
  const members = { crv: 'P-256', kty: 'EC', x, y } as const
  // The thumbprint of RFC 7638, so that another key has another id.
  const kid = createHash('sha256').update(JSON.stringify(members)).digest('base64url')
  return {
    jwk: { kid, ...members, use: 'sig', alg: 'ES256' },
    privateKey: createPrivateKey({ key: { ...members, d: privateKey.toString('base64url') }, format: 'jwk' }),
  }
}

/**
 * The keys with which the shop signs what it sends to assistants. They follow from its secret and the time, so that all servers have the same
 * ones and none is stored.
 */
export function createShopSigningKeys({ key }: { key: Buffer }) {
  const cache = new Map<number, ShopSigningKey>()
  function find(period: number): ShopSigningKey {
    const known = cache.get(period) ?? deriveSigningKey({ key, period })
    cache.set(period, known)
    return known
  }
  return {
    /** The key that signs now. `now`: milliseconds since 1970. */
    current: (now = Date.now()): ShopSigningKey => find(Math.floor(now / periodMs)),
    /** The keys that the profile lists: of now, of the period before, and of the next one, which is known before it signs. */
    list: (now = Date.now()): PublicKey[] => {
      const period = Math.floor(now / periodMs)
      return [period, period + 1, period - 1].map((each) => find(each).jwk)
    },
  }
}

export type ShopSigningKeys = ReturnType<typeof createShopSigningKeys>
