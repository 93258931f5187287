import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { expectValid, findCapabilityName } from '#testing/ucp/expect-valid.ts'
import { ucpEnvironment } from '#testing/ucp/ucp-client.ts'
import { capabilities } from '../protocol/capabilities.ts'

const shop = await createTestApp({ environment: ucpEnvironment })
const { app } = shop

const read = () => app.inject({ url: '/.well-known/ucp', headers: { host: 'shop.example' } })

test('the profile is that of a business, and may be kept for some minutes', async () => {
  const reply = await read()
  expectValid('discovery/profile_schema.json#/$defs/business_profile', reply.json())
  expect(reply.headers['content-type']).toMatch('application/json')
  expect(reply.headers['cache-control']).toBe('public, max-age=300')
})

test('the profile names the address of the calls, and the capabilities with their schemas', async () => {
  const { ucp } = (await read()).json()
  expect(ucp.services['dev.ucp.shopping']).toMatchObject([
    { transport: 'rest', endpoint: 'https://shop.example/ucp/v1' },
    { transport: 'mcp', endpoint: 'https://shop.example/ucp/v1/mcp' },
  ])
  expect(Object.keys(ucp.capabilities)).toEqual(Object.keys(capabilities))
  // A platform refuses a capability whose schema is at another site than its name.
  for (const [entry] of Object.values<{ spec: string; schema: string }[]>(ucp.capabilities)) {
    expect([entry?.spec, entry?.schema].every((url) => url?.startsWith('https://ucp.dev/2026-04-08/'))).toBe(true)
  }
})

// As `test_discovery_urls` of the conformance suite, without the network.
test.each(Object.entries(capabilities))('the schema of %s is in the release', (name, { schema }) => {
  expect(findCapabilityName(schema)).toBe(name)
})

test('the profile lists the keys of the shop: of now, of 90 days before, and the next one', async () => {
  const { signing_keys: keys } = (await read()).json()
  const form = { kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', x: expect.any(String), y: expect.any(String), kid: expect.any(String) }
  expect(keys).toEqual([form, form, form])
  expect(keys[0]).toEqual(shop.ucpSigningKeys.current().jwk)
  expect(new Set(keys.map(({ kid }: { kid: string }) => kid)).size).toBe(3)
})

test('the profile names no way to pay: the shopper pays on the pages of the shop', async () => {
  expect((await read()).json().ucp.payment_handlers).toEqual({})
})

test('a shop without an https address offers no orders, because it cannot send them', async () => {
  const { app: local } = await createTestApp({ environment: { DEMO: 'on', UCP: 'on' } })
  const { ucp } = (await local.inject({ url: '/.well-known/ucp', headers: { host: 'localhost' } })).json()
  expect(Object.keys(ucp.capabilities)).toEqual(Object.keys(capabilities).filter((name) => name !== 'dev.ucp.shopping.order'))
})

test('a shop that assistants may not read has no profile', async () => {
  const { app: closed } = await createTestApp({ environment: { ...ucpEnvironment, UCP: 'off' } })
  expect((await closed.inject({ url: '/.well-known/ucp', headers: { host: 'shop.example' } })).statusCode).toBe(404)
})
