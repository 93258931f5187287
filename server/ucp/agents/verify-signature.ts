import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { UcpError } from '../protocol/ucp-error.ts'
import type { SigningKey } from './agent-profiles.ts'

// Signatures of requests: HTTP Message Signatures (RFC 9421) with ECDSA keys, and Content-Digest (RFC 9530), as the protocol narrows them.

/** A request as it was sent. */
export interface SignedRequest {
  readonly method: string
  /** host, and the port unless it is the usual one */
  readonly authority: string
  /** path and query */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer | undefined
}

interface Verification {
  readonly request: SignedRequest
  readonly keys: readonly SigningKey[]
  /** milliseconds since 1970 */
  readonly now: number
}

/** Seconds from the time that a signature says it was made, so that what was captured is of no use later. Without a time it has no limit. */
const maxAgeSeconds = 300
/** How far the clock of an agent may be ahead. */
const maxAheadSeconds = 60

/** Curves of keys, with their hash. */
const hashes: Readonly<Record<string, string>> = { 'P-256': 'sha256', 'P-384': 'sha384' }

const readHeader = ({ headers }: SignedRequest, name: string): string | undefined => {
  const value = headers[name]
  return value === undefined
    ? undefined
    : [value]
        .flat()
        .map((text) => text.trim())
        .join(', ')
}

interface SignatureInput {
  readonly label: string
  /** the value of the label, which is signed too */
  readonly text: string
  readonly components: readonly string[]
  readonly keyId: string | undefined
  /** seconds since 1970; NaN when it is no number */
  readonly created: number | undefined
  readonly expires: number | undefined
}

/** A header such as `sig1=("@method" "@path");keyid="a"`; undefined in another form, and for several signatures. */
function parseInput(header: string): SignatureInput | undefined {
  const [label = '', ...rest] = header.trim().split('=')
  const text = rest.join('=')
  const end = text.indexOf(')')
  if (!/^[a-z][\w.-]*$/.test(label) || !text.startsWith('(') || end < 0) return undefined
  const components = text.slice(1, end).split(' ')
  const parameters = text
    .slice(end + 1)
    .split(';')
    .slice(1)
  const isPlain = components.every((name) => /^"[@a-z][a-z-]*"$/.test(name))
  if (!isPlain || !parameters.every((parameter) => /^[a-z]+=("[^"\\]*"|[\w:-]+)$/.test(parameter))) return undefined
  const values = new Map(parameters.map((parameter) => [parameter.split('=')[0], parameter.slice(parameter.indexOf('=') + 1)]))
  const readTime = (name: string) => (values.has(name) ? Number(values.get(name)) : undefined)
  return {
    label,
    text,
    components: components.map((name) => name.slice(1, -1)),
    keyId: values.get('keyid')?.replaceAll('"', ''),
    created: readTime('created'),
    expires: readTime('expires'),
  }
}

/** The bytes of a label in a dictionary such as `sig1=:MEUC…:`. */
function parseBytes({ header, label }: { header: string; label: string }): Buffer | undefined {
  const member = header.split(',').find((text) => text.trim().startsWith(`${label}=:`))
  const [, base64] = /=:([A-Za-z0-9+/=]*):\s*$/.exec(member ?? '') ?? []
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64')
}

/** What a signature must cover, so that no part of the request can be exchanged. */
function listRequired(request: SignedRequest): string[] {
  const sent = ['ucp-agent', 'idempotency-key'].filter((name) => readHeader(request, name) !== undefined)
  const ofBody = request.body?.length ? ['content-digest', 'content-type'] : []
  return ['@method', '@authority', '@path', ...(request.url.includes('?') ? ['@query'] : []), ...sent, ...ofBody]
}

function readComponent(request: SignedRequest, name: string): string | undefined {
  const [path = '', ...query] = request.url.split('?')
  const derived: Readonly<Record<string, string>> = {
    '@method': request.method,
    '@authority': request.authority,
    '@path': path,
    '@query': `?${query.join('?')}`,
  }
  return name.startsWith('@') ? derived[name] : readHeader(request, name)
}

/** The text that was signed; undefined when the request lacks a part of it. */
function buildBase({ request, input }: { request: SignedRequest; input: SignatureInput }): string | undefined {
  const values = input.components.map((name) => readComponent(request, name))
  if (values.includes(undefined)) return undefined
  const lines = input.components.map((name, index) => `"${name}": ${values[index]}`)
  return [...lines, `"@signature-params": ${input.text}`].join('\n')
}

function findKey({ keys, keyId }: { keys: readonly SigningKey[]; keyId: string | undefined }): { key: KeyObject; hash: string } {
  const jwk = keys.find(({ kid }) => kid === keyId)
  if (!jwk) throw new UcpError('key_not_found', 'The profile of the agent has no key with the id of the signature.')
  const hash = jwk.kty === 'EC' ? hashes[jwk.crv ?? ''] : undefined
  if (hash === undefined) throw new UcpError('algorithm_unsupported', 'Signatures are verified with keys of the curves P-256 and P-384.')
  try {
    return { key: createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv ?? '', x: jwk.x ?? '', y: jwk.y ?? '' }, format: 'jwk' }), hash }
  } catch {
    throw new UcpError('profile_malformed', 'The key of the signature is not valid.')
  }
}

/** @throws UcpError 400 when the body is not the one that the header `Content-Digest` names. */
function checkDigest(request: SignedRequest): void {
  const expected = createHash('sha256')
    .update(request.body ?? '')
    .digest()
  const digest = parseBytes({ header: readHeader(request, 'content-digest') ?? '', label: 'sha-256' })
  if (!digest?.equals(expected)) throw new UcpError('digest_mismatch', 'The body is not the one of the header Content-Digest.')
}

/** @throws UcpError 401 when the times of a signature do not include now. */
function checkTimes({ input: { created, expires }, seconds }: { input: SignatureInput; seconds: number }): void {
  if (created !== undefined && !(created <= seconds + maxAheadSeconds)) {
    throw new UcpError('signature_invalid', 'The signature was made in the future.')
  }
  const hasExpired = expires !== undefined && !(expires >= seconds && expires >= (created ?? 0))
  const isOld = created !== undefined && created < seconds - maxAgeSeconds
  if (hasExpired || isOld) throw new UcpError('signature_invalid', 'The signature has expired.')
}

/**
 * Whether a request is signed, which is checked. Returns false for one without a signature.
 * @throws UcpError 400 or 401 for a signature that does not prove the whole request.
 */
export function verifySignature({ request, keys, now }: Verification): boolean {
  const [header, signatures] = [readHeader(request, 'signature-input'), readHeader(request, 'signature')]
  if (header === undefined && signatures === undefined) return false
  if (header === undefined || signatures === undefined) {
    throw new UcpError('signature_missing', 'The headers Signature and Signature-Input belong together.')
  }
  const input = parseInput(header)
  const signature = input && parseBytes({ header: signatures, label: input.label })
  if (!input || !signature) throw new UcpError('signature_invalid', 'The signature cannot be read.')
  const missing = listRequired(request).filter((name) => !input.components.includes(name))
  if (missing.length > 0) throw new UcpError('signature_invalid', `The signature does not cover ${missing.join(', ')}.`)
  checkTimes({ input, seconds: now / 1000 })
  const { key, hash } = findKey({ keys, keyId: input.keyId })
  if (input.components.includes('content-digest')) checkDigest(request)
  const base = buildBase({ request, input })
  if (base === undefined || !verify(hash, Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' }, signature)) {
    throw new UcpError('signature_invalid', `The signature with the key ${input.keyId} does not fit the request.`)
  }
  return true
}
