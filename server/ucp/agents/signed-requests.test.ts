import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { buildAgentProfile } from '#testing/ucp/agent-profile.ts'
import { createAgentKey, signRequest } from '#testing/ucp/sign-request.ts'
import { agentProfile, createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const key = createAgentKey()
const longKey = createAgentKey({ kid: 'agent-2', curve: 'P-384' })
const rsa = { kid: 'agent-3', kty: 'RSA', n: 'AQAB', e: 'AQAB' }
const broken = { kid: 'agent-4', kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }
const { app, database } = await createTestApp({
  environment: ucpEnvironment,
  fetchProfile: async () => buildAgentProfile({ keys: [key.jwk, longKey.jwk, rsa, broken] }),
})
const send = createUcpClient({ app })
await createTestProduct({ database, name: 'Indigo tee' })

const body = JSON.stringify({ query: 'tee' })
const agent = { 'ucp-agent': `profile="${agentProfile}"` }
const request = { key, method: 'POST', path: '/ucp/v1/catalog/search', headers: agent, body }

async function search({ headers, sent = body, query = '' }: { headers: Record<string, string>; sent?: string; query?: string }) {
  const reply = await send('POST', `/catalog/search${query}`, { body: sent, headers: { 'content-type': 'application/json', ...headers } })
  return [reply.statusCode, reply.json().code ?? reply.json().products.length]
}

test('a signed request is answered, with keys of both curves', async () => {
  expect(await search({ headers: signRequest(request) })).toEqual([200, 1])
  expect(await search({ headers: signRequest({ ...request, key: longKey }) })).toEqual([200, 1])
  expect(await search({ headers: signRequest({ ...request, query: 'a=1&b=?' }), query: '?a=1&b=?' })).toEqual([200, 1])
})

test('a request without a signature is answered', async () => {
  expect(await search({ headers: {} })).toEqual([200, 1])
})

test('half of a signature is refused', async () => {
  const { signature, 'signature-input': input, ...others } = signRequest(request)
  expect(await search({ headers: { ...others, signature: signature as string } })).toEqual([401, 'signature_missing'])
  expect(await search({ headers: { ...others, 'signature-input': input as string } })).toEqual([401, 'signature_missing'])
})

test.each([
  ['another body', { sent: JSON.stringify({ query: 'kurta' }) }, [400, 'digest_mismatch']],
  ['a query that is not signed', { query: '?page=2' }, [401, 'signature_invalid']],
] as const)('a signature does not fit %s', async (_case, changed, expected) => {
  expect(await search({ headers: signRequest(request), ...changed })).toEqual(expected)
})

test.each([
  ['another method', { method: 'PUT' }],
  ['another host', { authority: 'other.example' }],
  ['another path', { path: '/ucp/v1/catalog/lookup' }],
  ['another agent', { headers: { 'ucp-agent': 'profile="https://other.example/"' } }],
])('a signature of %s is refused', async (_case, changed) => {
  const headers = { ...signRequest({ ...request, ...changed }), ...agent }
  expect(await search({ headers })).toEqual([401, 'signature_invalid'])
})

test.each(['@method', '@authority', '@path', 'ucp-agent', 'content-digest', 'content-type'])(
  'a signature must cover %s',
  async (component) => {
    expect(await search({ headers: signRequest({ ...request, without: [component] }) })).toEqual([401, 'signature_invalid'])
  },
)

test('a signature must cover the idempotency key, so that it cannot be sent again with another', async () => {
  const unsigned = { ...signRequest(request), 'idempotency-key': 'a'.repeat(30) }
  expect(await search({ headers: unsigned })).toEqual([401, 'signature_invalid'])
  const signed = signRequest({ ...request, headers: { ...agent, 'idempotency-key': 'a'.repeat(30) } })
  expect(await search({ headers: signed })).toEqual([200, 1])
  expect(await search({ headers: { ...signed, 'idempotency-key': 'b'.repeat(30) } })).toEqual([401, 'signature_invalid'])
})

test('a signature that has expired is refused', async () => {
  const now = Math.floor(Date.now() / 1000)
  expect(await search({ headers: signRequest({ ...request, parameters: `;created=1;expires=${now + 3_600}` }) })).toEqual([200, 1])
  expect(await search({ headers: signRequest({ ...request, parameters: `;expires=${now - 3_600}` }) })).toEqual([401, 'signature_invalid'])
})

test('only keys of the profile count', async () => {
  const stranger = createAgentKey()
  expect(await search({ headers: signRequest({ ...request, key: stranger }) })).toEqual([401, 'signature_invalid'])
  expect(await search({ headers: signRequest({ ...request, key: { ...key, kid: 'agent-9' } }) })).toEqual([401, 'key_not_found'])
  expect(await search({ headers: signRequest({ ...request, key: { ...key, kid: 'agent-3' } }) })).toEqual([400, 'algorithm_unsupported'])
  expect(await search({ headers: signRequest({ ...request, key: { ...key, kid: 'agent-4' } }) })).toEqual([422, 'profile_malformed'])
})

test.each(['', 'sig1', 'sig1=()', 'sig1=("@method";req)', `sig1=(${'"a" '.repeat(1_000)}`, 'sig1=("@status" "@method")'])(
  'a signature in another form is refused: %s',
  async (input) => {
    const headers = { ...signRequest(request), 'signature-input': input }
    expect((await search({ headers }))[0]).toBe(401)
  },
)
