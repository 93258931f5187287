import { timingSafeEqual } from 'node:crypto'
import type { ApiKey } from '../state.ts'
import { createUnauthorized } from './errors.ts'

/** HTTP Basic authentication. The scheme is case-sensitive, as at Razorpay. Throws a 401. */
export function authenticate({ key, header }: { key: ApiKey; header: string | undefined }): void {
  if (!header?.startsWith('Basic ')) throw createUnauthorized({ description: 'Authentication failed' })
  const [keyId = '', ...rest] = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8').split(':')
  if (keyId !== key.keyId) throw createUnauthorized({ description: 'The api key provided is invalid' })
  if (!isEqual({ left: rest.join(':'), right: key.keySecret }))
    throw createUnauthorized({ description: 'The api secret provided is invalid' })
}

function isEqual({ left, right }: { left: string; right: string }): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
