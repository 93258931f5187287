import { timingSafeEqual } from 'node:crypto'
import type { ApiKey, World } from '../world.ts'
import { makeUnauthorized } from './errors.ts'

/** HTTP Basic with the scheme spelled exactly so: `basic` and `BASIC` are refused, as Razorpay refuses them. */
export function authenticate({ world, header }: { world: World; header: string | undefined }): ApiKey {
  if (!header?.startsWith('Basic ')) throw makeUnauthorized({ description: 'Authentication failed' })
  const [keyId = '', ...rest] = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8').split(':')
  const key = world.state.keys.get(keyId)
  if (!key) throw makeUnauthorized({ description: 'The api key provided is invalid' })
  if (!isSame({ left: rest.join(':'), right: key.keySecret })) throw makeUnauthorized({ description: 'The api secret provided is invalid' })
  return key
}

function isSame({ left, right }: { left: string; right: string }): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
