import { randomUUID } from 'node:crypto'
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
const tee = await createTestProduct({ database, name: 'Indigo tee' })

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

test('a signed write that is sent again does nothing, and gets the answer that is stored', async () => {
  const cart = JSON.stringify({ line_items: [{ item: { id: tee.id }, quantity: 1 }] })
  const headers = signRequest({ ...request, path: '/ucp/v1/carts', headers: { ...agent, 'idempotency-key': randomUUID() }, body: cart })
  const replies = [await send('POST', '/carts', { body: cart, headers }), await send('POST', '/carts', { body: cart, headers })]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(replies[1]?.json()).toEqual(replies[0]?.json())
  expect(await database.selectFrom('ucp_sessions').select('id').execute()).toHaveLength(1)
})

const refused = [401, 'signature_invalid']
test.each<[string, (now: number) => string, unknown[]]>([
  ['was made now', (now) => `;created=${now}`, [200, 1]],
  ['was made minutes ago', (now) => `;created=${now - 200}`, [200, 1]],
  ['was made by a clock that is a little ahead', (now) => `;created=${now + 30}`, [200, 1]],
  ['ends later', (now) => `;created=${now};expires=${now + 3_600}`, [200, 1]],
  ['says no time', () => '', [200, 1]],
  ['has expired', (now) => `;expires=${now - 3_600}`, refused],
  ['was made long ago', (now) => `;created=${now - 600}`, refused],
  ['was made long ago and ends later', (now) => `;created=${now - 600};expires=${now + 3_600}`, refused],
  ['was made in the future', (now) => `;created=${now + 600}`, refused],
  ['ends before it was made', (now) => `;created=${now + 30};expires=${now + 20}`, refused],
  ['was made at no time', () => ';created="now"', refused],
  ['ends at no time', () => ';expires=never', refused],
])('the times of a signature count: one that %s', async (_case, times, expected) => {
  expect(await search({ headers: signRequest({ ...request, parameters: times(Math.floor(Date.now() / 1000)) }) })).toEqual(expected)
})

test('the time of a signature is signed', async () => {
  const now = Math.floor(Date.now() / 1000)
  const headers = signRequest({ ...request, parameters: `;created=${now - 600}` })
  const later = { ...headers, 'signature-input': headers['signature-input'].replace(`created=${now - 600}`, `created=${now}`) }
  expect(await search({ headers: later })).toEqual(refused)
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
