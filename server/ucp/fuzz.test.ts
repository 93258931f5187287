import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { lookupRequest, productRequest, searchRequest } from '#contract/ucp/catalog-requests.ts'
import { cartRequest, checkoutRequest, newCheckoutRequest } from '#contract/ucp/checkout-requests.ts'
import { createTestProduct } from '#testing/factories.ts'
import { fromSchema } from '#testing/fuzz/from-schema.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { hostileBody, hostileHeaders, hostileText } from '#testing/fuzz/hostile.ts'
import { createTestApp } from '#testing/test-app.ts'
import { buildAgentProfile } from '#testing/ucp/agent-profile.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { createAgentKey, signRequest } from '#testing/ucp/sign-request.ts'
import { agentProfile, createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const errorLog: string[] = []
const key = createAgentKey()
const { app, database } = await createTestApp({
  fetchProfile: async () => buildAgentProfile({ keys: [key.jwk] }),
  environment: { ...ucpEnvironment, LOG_LEVEL: 'error' },
  logTo: { write: (line) => void errorLog.push(line) },
})
const send = createUcpClient({ app })
const { id } = await createTestProduct({ database, sizes: { S: 1, 'Free size': 0 } })
const ids = [id, `${id}-S`, `${id}-Free_size`]

const line_items = [{ item: { id: `${id}-S` }, quantity: 1 }]
const createSession = async (path: string): Promise<string> => (await send('POST', path, { body: { line_items } })).json().id
const [cartId, checkoutId] = [await createSession('/carts'), await createSession('/checkout-sessions')]
ids.push(cartId)
const destination = { id: 'home', street_address: '12 Lake Road', postal_code: '560001' }
const checkout = { line_items, discounts: { codes: ['x'] }, fulfillment: { methods: [{ destinations: [destination] }] } }

interface Call {
  readonly method?: 'PUT'
  readonly path: string
  readonly body: z.ZodType
  /** of its reply */
  readonly schema: string
  readonly valid: object
}

const calls: readonly Call[] = [
  {
    path: '/catalog/search',
    body: searchRequest,
    schema: 'schemas/shopping/catalog_search.json#/$defs/search_response',
    valid: { query: 'test', filters: { price: { max: 100_000 } }, pagination: { limit: 5 } },
  },
  {
    path: '/catalog/lookup',
    body: lookupRequest,
    schema: 'schemas/shopping/catalog_lookup.json#/$defs/lookup_response',
    valid: { ids },
  },
  {
    path: '/catalog/product',
    body: productRequest,
    schema: 'schemas/shopping/catalog_lookup.json#/$defs/get_product_response',
    valid: { id, selected: [{ name: 'Size', label: 'S' }] },
  },
  { path: '/carts', body: cartRequest, schema: 'schemas/shopping/cart.json', valid: { line_items } },
  { method: 'PUT', path: `/carts/${cartId}`, body: cartRequest, schema: 'schemas/shopping/cart.json', valid: { line_items } },
  {
    path: '/checkout-sessions',
    body: newCheckoutRequest,
    schema: 'schemas/shopping/checkout.json',
    valid: { ...checkout, cart_id: cartId },
  },
  {
    method: 'PUT',
    path: `/checkout-sessions/${checkoutId}`,
    body: checkoutRequest,
    schema: 'schemas/shopping/checkout.json',
    valid: checkout,
  },
]

afterAll(() => expect(errorLog).toEqual([]))

async function check({ call, payload, headers }: { call: Call; payload: string | Buffer; headers: Record<string, string> }): Promise<void> {
  const reply = await send(call.method ?? 'POST', call.path, { body: payload, headers: { 'content-type': 'application/json', ...headers } })
  expect(reply.statusCode, String(payload).slice(0, 300)).toBeLessThan(500)
  expect(reply.body).not.toMatch(/node_modules|\.ts:\d+|\bat \w+ \(|syntax error at|kysely|pg_catalog/i)
  if (reply.statusCode >= 400) expect(reply.json()).toMatchObject({ code: expect.any(String), content: expect.any(String) })
  else if (reply.json().ucp.status === 'error') expectValid('schemas/shopping/types/error_response.json', reply.json())
  else expectValid(call.schema, reply.json())
}

test.each(calls)('$method $path answers anything in the form of the protocol', async (call) => {
  const body = fromSchema({ schema: call.body, ids, valid: call.valid })
  const headers = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: hostileHeaders })
  await fc.assert(
    fc.asyncProperty(body, headers, (given, hostile) => check({ call, payload: JSON.stringify(given) ?? '', headers: hostile })),
    fuzzRuns({ runs: 60 }),
  )
  await fc.assert(
    fc.asyncProperty(hostileBody, ({ payload, type }) =>
      check({ call, payload, headers: type === undefined ? {} : { 'content-type': type } }),
    ),
    fuzzRuns({ runs: 30 }),
  )
})

test('any id of an order is unknown to an agent, or refused', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (given) => {
      const path = `/orders/${encodeURIComponent(given.toWellFormed())}`
      const headers = signRequest({ key, method: 'GET', path: `/ucp/v1${path}`, headers: { 'ucp-agent': `profile="${agentProfile}"` } })
      const reply = await send('GET', path, { headers })
      expect(reply.statusCode, given.slice(0, 300)).toBeLessThan(500)
      if (reply.statusCode === 200) expectValid('schemas/shopping/types/error_response.json', reply.json())
      else expect(reply.json()).toMatchObject({ code: expect.any(String), content: expect.any(String) })
    }),
    fuzzRuns({ runs: 60 }),
  )
})

test('any header of an agent or a signature is an error of the protocol or ignored', async () => {
  const [call] = calls as [Call]
  const names = ['ucp-agent', 'signature', 'signature-input', 'content-digest', 'idempotency-key']
  // What HTTP cannot transport never reaches the shop.
  const text = hostileText.map((value) => value.replace(/[^\t\x20-\x7e]/g, '').slice(0, 8_000))
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), text), (headers) =>
      check({ call, payload: JSON.stringify(call.valid), headers }),
    ),
    fuzzRuns({ runs: 60 }),
  )
})
