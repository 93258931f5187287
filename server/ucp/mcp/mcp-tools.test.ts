import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mcpPath } from '#contract/api.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { buildAgentProfile } from '#testing/ucp/agent-profile.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { createMcpClient } from '#testing/ucp/mcp-client.ts'
import { createAgentKey, signRequest } from '#testing/ucp/sign-request.ts'
import { agentProfile, createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const key = createAgentKey()
const { app, database } = await createTestApp({
  environment: ucpEnvironment,
  fetchProfile: async () => buildAgentProfile({ keys: [key.jwk] }),
})
const { call, post } = createMcpClient({ app })
const rest = createUcpClient({ app })
const { id } = await createTestProduct({ database, name: 'Cotton kurta', sizes: { S: 3, M: 0 } })
const line_items = [{ item: { id: `${id}-S` }, quantity: 1 }]
const withKey = () => ({ 'idempotency-key': randomUUID() })

/** The reply of a tool, which must be in the form of a published schema, and the same as text. */
async function read({ tool, given, meta = {}, schema }: { tool: string; given: object; meta?: object; schema: string }) {
  const reply = await call(tool, given, meta)
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { jsonrpc: '2.0', id: 1 }])
  const { structuredContent, content } = reply.json().result
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
  expectValid(`schemas/shopping/${schema}`, structuredContent)
  return structuredContent
}

test.each([
  { tool: 'search_catalog', path: '/catalog/search', body: { query: 'kurta' }, schema: 'catalog_search.json#/$defs/search_response' },
  { tool: 'lookup_catalog', path: '/catalog/lookup', body: { ids: [id] }, schema: 'catalog_lookup.json#/$defs/lookup_response' },
  { tool: 'get_product', path: '/catalog/product', body: { id }, schema: 'catalog_lookup.json#/$defs/get_product_response' },
])('$tool answers as POST $path does', async ({ tool, path, body, schema }) => {
  const reply = await read({ tool, given: { catalog: body }, schema })
  expect(reply).toEqual((await rest('POST', path, { body })).json())
  expect(JSON.stringify(reply)).toContain('Cotton kurta')
})

test('the tools of a cart do what its calls do', async () => {
  const cart = (tool: string, given: object, meta?: object) => read({ tool, given, ...(meta && { meta }), schema: 'cart.json' })
  const created = await cart('create_cart', { cart: { line_items } })
  expect(await cart('get_cart', { id: created.id })).toEqual((await rest('GET', `/carts/${created.id}`)).json())
  const changed = await cart('update_cart', { id: created.id, cart: { line_items: [{ ...line_items[0], quantity: 2 }] } })
  expect(changed.line_items).toMatchObject([{ quantity: 2 }])
  await cart('cancel_cart', { id: created.id }, withKey())
  const ended = await read({ tool: 'get_cart', given: { id: created.id }, schema: 'types/error_response.json' })
  expect(ended).toMatchObject({ ucp: { status: 'error' }, messages: [{ code: 'not_found' }] })
})

test('the tools of a checkout do what its calls do', async () => {
  const checkout = (tool: string, given: object, meta?: object) => read({ tool, given, ...(meta && { meta }), schema: 'checkout.json' })
  const created = await checkout('create_checkout', { checkout: { line_items } })
  expect(created).toMatchObject({ status: 'requires_escalation', ucp: { payment_handlers: {} } })
  expect(await checkout('get_checkout', { id: created.id })).toEqual((await rest('GET', `/checkout-sessions/${created.id}`)).json())
  const destination = { id: 'home', street_address: '12 Lake Road', address_locality: 'Bengaluru', postal_code: '560001' }
  const fulfillment = { methods: [{ type: 'shipping', destinations: [destination], selected_destination_id: 'home' }] }
  const buyer = { first_name: 'Asha', email: 'asha@example.com', phone_number: '+919876543210' }
  await checkout('update_checkout', { id: created.id, checkout: { line_items, buyer, fulfillment } })
  const complete = await checkout('complete_checkout', { id: created.id, checkout: {} }, withKey())
  expect([complete.status, complete.continue_url]).toEqual(['requires_escalation', expect.stringContaining('/cart-link')])
  expect((await checkout('cancel_checkout', { id: created.id }, withKey())).status).toBe('canceled')
})

test('the same call with the same key is answered once, also by the other transport', async () => {
  const meta = withKey()
  const [first, again] = [
    await call('create_cart', { cart: { line_items } }, meta),
    await call('create_cart', { cart: { line_items } }, meta),
  ]
  expect(again.json().result.structuredContent).toEqual(first.json().result.structuredContent)
  const other = await rest('POST', '/carts', { body: { line_items }, headers: meta })
  expect(other.json()).toEqual(first.json().result.structuredContent)
  const changed = await call('create_cart', { cart: { line_items: [{ ...line_items[0], quantity: 2 }] } }, meta)
  expect([changed.statusCode, changed.json().error]).toMatchObject([409, { code: -32_000, data: { code: 'idempotency_conflict' } }])
})

test.each(['complete_checkout', 'cancel_checkout', 'cancel_cart'])('%s needs a key', async (tool) => {
  const reply = await call(tool, { id: randomUUID() })
  expect([reply.statusCode, reply.json().error]).toMatchObject([400, { code: -32_602, data: { code: 'invalid_request' } }])
})

test('a checkout of another agent is unknown', async () => {
  const { id: checkoutId } = (await call('create_checkout', { checkout: { line_items } })).json().result.structuredContent
  const other = { 'ucp-agent': { profile: 'https://other.example/profile.json' } }
  const reply = await call('get_checkout', { id: checkoutId }, other)
  expect(reply.json().result.structuredContent).toMatchObject({ messages: [{ code: 'not_found' }] })
})

const order = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'get_order', arguments: { id: randomUUID() } } }
const sign = (body: string) =>
  signRequest({ key, method: 'POST', path: mcpPath, headers: { 'ucp-agent': `profile="${agentProfile}"` }, body })

test('an order needs a signature of the whole message', async () => {
  const unsigned = await call('get_order', { id: randomUUID() })
  expect([unsigned.statusCode, unsigned.json().error]).toMatchObject([401, { code: -32_000, data: { code: 'signature_missing' } }])
  const body = JSON.stringify(order)
  const signed = await post(body, sign(body))
  expect(signed.json()).toMatchObject({ id: 'a', result: { structuredContent: { messages: [{ code: 'not_found' }] } } })
  const changed = await post(JSON.stringify({ ...order, id: 'b' }), sign(body))
  expect([changed.statusCode, changed.json().error]).toMatchObject([400, { code: -32_600, data: { code: 'digest_mismatch' } }])
})

test('the agent of a signed header is that of the arguments', async () => {
  const meta = { 'ucp-agent': { profile: 'https://victim.example/profile.json' } }
  const body = JSON.stringify({ ...order, params: { ...order.params, arguments: { ...order.params.arguments, meta } } })
  const reply = await post(body, sign(body))
  expect([reply.statusCode, reply.json().error]).toMatchObject([400, { code: -32_602, message: expect.stringContaining('UCP-Agent') }])
})
