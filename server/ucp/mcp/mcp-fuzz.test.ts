import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { lookupRequest, productRequest, searchRequest } from '#contract/ucp/catalog-requests.ts'
import { cartRequest, checkoutRequest, newCheckoutRequest } from '#contract/ucp/checkout-requests.ts'
import { mcpMessage } from '#contract/ucp/mcp-requests.ts'
import { createTestProduct } from '#testing/factories.ts'
import { fromSchema } from '#testing/fuzz/from-schema.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { hostileBody, hostileHeaders, hostileText, hostileValue } from '#testing/fuzz/hostile.ts'
import { createTestApp } from '#testing/test-app.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { createMcpClient } from '#testing/ucp/mcp-client.ts'
import { agentProfile, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const errorLog: string[] = []
const { app, database } = await createTestApp({
  environment: { ...ucpEnvironment, LOG_LEVEL: 'error' },
  logTo: { write: (line) => void errorLog.push(line) },
})
const { post, send, call } = createMcpClient({ app })
const { id: product } = await createTestProduct({ database, sizes: { S: 1 } })
const line_items = [{ item: { id: `${product}-S` }, quantity: 1 }]
const createSession = async (kind: string): Promise<string> =>
  (await call(`create_${kind}`, { [kind]: { line_items } })).json().result.structuredContent.id
const [cart, checkout] = [await createSession('cart'), await createSession('checkout')]
const ids = [product, `${product}-S`, cart, checkout]

const id = z.string().max(64)
/** Arguments of each tool, an example, and the schema of its reply. */
const tools: Readonly<Record<string, { input: z.ZodObject; valid: object; schema: string }>> = {
  search_catalog: {
    input: z.object({ catalog: searchRequest }),
    valid: { catalog: { query: 'test' } },
    schema: 'catalog_search.json#/$defs/search_response',
  },
  lookup_catalog: {
    input: z.object({ catalog: lookupRequest }),
    valid: { catalog: { ids } },
    schema: 'catalog_lookup.json#/$defs/lookup_response',
  },
  get_product: {
    input: z.object({ catalog: productRequest }),
    valid: { catalog: { id: product } },
    schema: 'catalog_lookup.json#/$defs/get_product_response',
  },
  create_cart: { input: z.object({ cart: cartRequest }), valid: { cart: { line_items } }, schema: 'cart.json' },
  get_cart: { input: z.object({ id }), valid: { id: cart }, schema: 'cart.json' },
  update_cart: { input: z.object({ id, cart: cartRequest }), valid: { id: cart, cart: { line_items } }, schema: 'cart.json' },
  create_checkout: {
    input: z.object({ checkout: newCheckoutRequest }),
    valid: { checkout: { cart_id: cart } },
    schema: 'checkout.json',
  },
  get_checkout: { input: z.object({ id }), valid: { id: checkout }, schema: 'checkout.json' },
  update_checkout: {
    input: z.object({ id, checkout: checkoutRequest }),
    valid: { id: checkout, checkout: { line_items } },
    schema: 'checkout.json',
  },
}

afterAll(() => expect(errorLog).toEqual([]))

/** What the reply to anything has: no fault, nothing of the server's code, and the form of JSON-RPC. */
function checkReply(reply: Awaited<ReturnType<typeof post>>, schema?: string): void {
  expect(reply.statusCode, reply.body.slice(0, 300)).toBeLessThan(500)
  expect(reply.body).not.toMatch(/node_modules|\.ts:\d+|\bat \w+ \(|syntax error at|kysely|pg_catalog/i)
  const isNotification = reply.statusCode === 202
  const message = isNotification ? { jsonrpc: '2.0' } : reply.json()
  expect(message.jsonrpc).toBe('2.0')
  if (reply.statusCode >= 400) expect(message.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
  const content = message.result?.structuredContent
  if (!content || !schema) return
  expectValid(`schemas/shopping/${content.ucp.status === 'error' ? 'types/error_response.json' : schema}`, content)
}

test.each(Object.entries(tools))('%s answers any arguments in the form of the protocol', async (name, { input, valid, schema }) => {
  const meta = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ 'ucp-agent': { profile: agentProfile } }) },
    { weight: 1, arbitrary: fc.record({ 'ucp-agent': fc.record({ profile: hostileText }), 'idempotency-key': hostileText }) },
    { weight: 1, arbitrary: hostileValue },
  )
  await fc.assert(
    fc.asyncProperty(fromSchema({ schema: input, ids, valid }), meta, async (given, sent) => {
      const args = typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given, meta: sent } : given
      checkReply(await send('tools/call', { name, arguments: args }), schema)
    }),
    fuzzRuns({ runs: 30 }),
  )
})

test('any message is answered in the form of JSON-RPC', async () => {
  const valid = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_cart', arguments: { id: cart } } }
  const headers = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: hostileHeaders })
  await fc.assert(
    fc.asyncProperty(fromSchema({ schema: mcpMessage, ids, valid }), headers, async (message, hostile) =>
      checkReply(await post(JSON.stringify(message) ?? '', hostile)),
    ),
    fuzzRuns({ runs: 60 }),
  )
  await fc.assert(
    fc.asyncProperty(hostileBody, async ({ payload, type }) =>
      checkReply(await post(payload, type === undefined ? {} : { 'content-type': type })),
    ),
    fuzzRuns({ runs: 30 }),
  )
})

test('any name of a method or a tool is unknown', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (name) => {
      checkReply(await send(name.toWellFormed()))
      checkReply(await call(name.toWellFormed(), {}))
    }),
    fuzzRuns({ runs: 30 }),
  )
})

test('any headers of the newest release are answered', async () => {
  const names = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'ucp-agent', 'idempotency-key', 'origin', 'signature']
  const text = hostileText.map((value) => value.replace(/[^\t\x20-\x7e]/g, '').slice(0, 8_000))
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), text), async (headers) =>
      checkReply(await send('tools/call', { name: 'get_cart', arguments: { id: cart } }, headers)),
    ),
    fuzzRuns({ runs: 30 }),
  )
})
