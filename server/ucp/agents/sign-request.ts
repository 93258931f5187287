import { createHash, sign } from 'node:crypto'
import type { ShopSigningKey } from './signing-keys.ts'

interface UnsignedRequest {
  readonly key: ShopSigningKey
  readonly method: 'POST'
  readonly url: URL
  /** in lower case; all of them are signed */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** milliseconds since 1970 */
  readonly now: number
}

/** The headers of a JSON request with its signature (RFC 9421) and the digest of its body (RFC 9530), as the protocol has them. */
export function signRequest({ key, method, url, headers, body, now }: UnsignedRequest): Record<string, string> {
  const digest = createHash('sha256').update(body).digest('base64')
  const sent = { ...headers, 'content-type': 'application/json', 'content-digest': `sha-256=:${digest}:` }
  const query = url.search === '' ? {} : { '@query': url.search }
  const covered = Object.entries({ '@method': method, '@authority': url.host, '@path': url.pathname, ...query, ...sent })
  const parameters = `(${covered.map(([name]) => `"${name}"`).join(' ')});created=${Math.floor(now / 1000)};keyid="${key.jwk.kid}"`
  const base = [...covered.map(([name, value]) => `"${name}": ${value}`), `"@signature-params": ${parameters}`].join('\n')
  const signature = sign('sha256', Buffer.from(base), { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64')
  return { ...sent, 'signature-input': `sig1=${parameters}`, signature: `sig1=:${signature}:` }
}
