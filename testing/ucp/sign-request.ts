import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A new key of an assistant, and how its profile publishes it. */
export function createAgentKey({ kid = 'agent-1', curve = 'P-256' }: { kid?: string; curve?: 'P-256' | 'P-384' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve })
  return { kid, curve, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' } }
}

interface Signed {
  readonly key: { readonly kid: string; readonly curve: string; readonly privateKey: KeyObject }
  readonly method: string
  readonly authority?: string
  readonly path: string
  readonly query?: string
  /** headers that are signed, in lower case */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** further parameters, such as `;expires=1` */
  readonly parameters?: string
  /** components that are left out */
  readonly without?: readonly string[]
}

/** The headers of a request that is signed as the protocol has it, after RFC 9421 section 2.5. Written apart from what the shop verifies with. */
export function signRequest({
  key,
  method,
  authority = 'shop.example',
  path,
  query,
  headers = {},
  body,
  parameters = '',
  without = [],
}: Signed) {
  const digest = body === undefined ? undefined : `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const sent = { ...headers, ...(digest !== undefined && { 'content-digest': digest, 'content-type': 'application/json' }) }
  const values: [string, string][] = [
    ['@method', method],
    ['@authority', authority],
    ['@path', path],
    ...(query === undefined ? [] : ([['@query', `?${query}`]] as [string, string][])),
    ...Object.entries(sent),
  ]
  const covered = values.filter(([name]) => !without.includes(name))
  const input = `(${covered.map(([name]) => `"${name}"`).join(' ')});keyid="${key.kid}"${parameters}`
  const base = [...covered.map(([name, value]) => `"${name}": ${value}`), `"@signature-params": ${input}`].join('\n')
  const bytes = sign(key.curve === 'P-384' ? 'sha384' : 'sha256', Buffer.from(base), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  return { ...sent, 'signature-input': `sig1=${input}`, signature: `sig1=:${bytes.toString('base64')}:` }
}
