import { createPublicKey, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveKey } from '../../kernel/secret.ts'
import { createShopSigningKeys } from './signing-keys.ts'

const day = 24 * 3_600_000
const now = 1_000 * 90 * day
const create = (secret = 'a'.repeat(32)) => createShopSigningKeys({ key: deriveKey({ secret, purpose: 'ucp-signing' }) })

test('the published key verifies what the private key signs', () => {
  const { jwk, privateKey } = create().current(now)
  const signature = sign('sha256', Buffer.from('text'), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  expect(signature).toHaveLength(64)
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  expect(verify('sha256', Buffer.from('text'), { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
})

test('all servers with the same secret have the same keys, also after a restart', () => {
  expect(create().list(now)).toEqual(create().list(now))
})

test('another secret makes other keys with other ids', () => {
  const ids = [...create().list(now), ...create('b'.repeat(32)).list(now)].map(({ kid }) => kid)
  expect(new Set(ids).size).toBe(6)
})

test('the key changes each 90 days, is listed before it signs, and stays listed for 90 days after it', () => {
  const keys = create()
  const next = keys.current(now + 90 * day).jwk
  expect(keys.current(now + 90 * day - 1).jwk).not.toEqual(next)
  for (const days of [0, 90, 180, 269]) expect(keys.list(now + days * day)).toContainEqual(next)
  expect(keys.list(now + 270 * day)).not.toContainEqual(next)
})
