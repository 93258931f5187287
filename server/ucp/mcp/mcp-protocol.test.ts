import { afterAll, expect, test } from 'vitest'
import { mcpPath } from '#contract/api.ts'
import { createTestApp } from '#testing/test-app.ts'
import { buildAgentProfile } from '#testing/ucp/agent-profile.ts'
import { createMcpClient } from '#testing/ucp/mcp-client.ts'
import { agentProfile, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const profiles: Record<string, string | undefined> = {
  [agentProfile]: buildAgentProfile(),
  'https://old.example/': buildAgentProfile({ version: '2026-01-11' }),
  'https://carts.example/': buildAgentProfile({ names: ['dev.ucp.shopping.cart'] }),
  'https://broken.example/': '{',
}
const { app } = await createTestApp({ environment: ucpEnvironment, fetchProfile: async (url) => profiles[url] })
const { post, send, call } = createMcpClient({ app })
afterAll(() => app.close())

const newest = '2026-07-28'
const versionKey = 'io.modelcontextprotocol/protocolVersion'

test.each(['2025-11-25', '2025-06-18'])('a client of release %s begins, and gets its release', async (protocolVersion) => {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const { result } = (await send('initialize', params)).json()
  expect(result).toMatchObject({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'Loom & Lane' } })
  const initialized = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, { 'mcp-protocol-version': protocolVersion })
  expect([initialized.statusCode, initialized.body]).toEqual([202, ''])
  expect((await send('ping')).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
})

test.each(['2024-11-05', '2026-07-28', 'x'])('a client that begins with release %s is offered another one', async (protocolVersion) => {
  expect((await send('initialize', { protocolVersion })).json().result.protocolVersion).toBe('2025-11-25')
})

test('the tools are those of the release of the protocol, with the forms of their arguments', async () => {
  const { tools, ttlMs, cacheScope } = (await send('tools/list')).json().result
  const names = ['search_catalog', 'lookup_catalog', 'get_product', 'get_order']
  const ofSessions = ['cart', 'checkout'].flatMap((kind) => ['create', 'get', 'update', 'cancel'].map((verb) => `${verb}_${kind}`))
  expect(tools.map(({ name }: { name: string }) => name).toSorted()).toEqual([...names, ...ofSessions, 'complete_checkout'].toSorted())
  expect([ttlMs > 0, cacheScope]).toEqual([true, 'public'])
  const find = (name: string) => tools.find((tool: { name: string }) => tool.name === name)
  expect(find('update_cart')).toMatchObject({
    annotations: { readOnlyHint: false },
    inputSchema: { type: 'object', required: ['id', 'cart', 'meta'], properties: { cart: { required: ['line_items'] } } },
    outputSchema: { type: 'object', description: 'https://ucp.dev/2026-04-08/schemas/shopping/cart.json' },
  })
  expect(find('cancel_cart').inputSchema.properties.meta.required).toEqual(['ucp-agent', 'idempotency-key'])
  expect(find('search_catalog')).toMatchObject({ annotations: { readOnlyHint: true }, inputSchema: { required: ['catalog', 'meta'] } })
})

const modern = (method: string, params: object, headers: Record<string, string>) =>
  send(method, { ...params, _meta: { [versionKey]: newest } }, { 'mcp-protocol-version': newest, 'mcp-method': method, ...headers })

test('a client of the newest release begins nothing, and repeats its body in headers', async () => {
  const found = (await modern('server/discover', {}, {})).json().result
  expect(found).toMatchObject({ resultType: 'complete', supportedVersions: expect.arrayContaining([newest]), capabilities: { tools: {} } })
  const params = { name: 'search_catalog', arguments: { meta: { 'ucp-agent': { profile: agentProfile } }, catalog: { query: 'x' } } }
  const reply = await modern('tools/call', params, { 'mcp-name': 'search_catalog' })
  expect(reply.json().result).toMatchObject({ resultType: 'complete', structuredContent: { products: [] } })
  const refused = [
    await modern('tools/call', params, {}),
    await modern('tools/call', params, { 'mcp-name': 'get_product' }),
    await modern('tools/list', {}, { 'mcp-method': 'ping' }),
    await send('tools/list', {}, { 'mcp-protocol-version': newest, 'mcp-method': 'tools/list' }),
  ]
  expect(refused.map((each) => [each.statusCode, each.json().error.code])).toEqual(Array(4).fill([400, -32_020]))
})

test('another release is refused with those that the shop speaks', async () => {
  const byHeader = await send('tools/list', {}, { 'mcp-protocol-version': '1900-01-01' })
  const byBody = await send('tools/list', { _meta: { [versionKey]: '1900-01-01' } })
  const error = { code: -32_022, data: { supported: [newest, '2025-11-25', '2025-06-18'], requested: '1900-01-01' } }
  for (const reply of [byHeader, byBody]) expect([reply.statusCode, reply.json().error]).toMatchObject([400, error])
})

test.each([
  ['{', -32_700],
  ['', -32_600],
  ['[]', -32_600],
  ['null', -32_600],
  ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
  ['{"jsonrpc":"2.0","id":1,"result":{}}', -32_600],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600],
])('%s is no message', async (payload, code) => {
  const reply = await post(payload)
  expect([reply.statusCode, reply.json().error.code]).toEqual([400, code])
})

test('an unknown method, tool and argument are errors of JSON-RPC', async () => {
  const unknown = await send('resources/list')
  expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, -32_601])
  const replies = [
    await call('delete_shop'),
    await call('__proto__'),
    await send('tools/call'),
    await call('create_cart'),
    await call('get_cart', { id: 5 }),
  ]
  expect(replies.map((each) => [each.statusCode, each.json().error.code])).toEqual(Array(5).fill([400, -32_602]))
  const many = await call('lookup_catalog', { catalog: { ids: Array.from({ length: 51 }, (_, index) => `a${index}`) } })
  expect(many.json().error).toMatchObject({ code: -32_602, data: { code: 'request_too_large' } })
})

test.each([
  ['https://unknown.example/', 424, 'profile_unreachable'],
  ['https://broken.example/', 422, 'profile_malformed'],
  ['https://old.example/', 422, 'version_unsupported'],
  ['http://127.0.0.1/', 400, 'invalid_profile_url'],
  [`https://agent.example/${'a'.repeat(500)}`, 400, 'invalid_profile_url'],
])('an agent whose profile is %s is refused', async (profile, status, code) => {
  const reply = await call('search_catalog', { catalog: { query: 'x' } }, { 'ucp-agent': { profile } })
  const error = { code: -32_001, data: { code, continue_url: 'https://shop.example/' } }
  expect([reply.statusCode, reply.json().error]).toMatchObject([status, error])
})

test('an agent is named by the arguments or by the header', async () => {
  const params = { name: 'search_catalog', arguments: { catalog: { query: 'x' } } }
  expect((await send('tools/call', params)).json().error.data.code).toBe('invalid_profile_url')
  const named = await send('tools/call', params, { 'ucp-agent': `profile="${agentProfile}"` })
  expect(named.json().result.structuredContent.products).toEqual([])
})

test('an agent without the capability of a tool gets no result', async () => {
  const reply = await call('search_catalog', { catalog: { query: 'x' } }, { 'ucp-agent': { profile: 'https://carts.example/' } })
  expect([reply.statusCode, reply.json().result.structuredContent]).toMatchObject([
    200,
    { ucp: { status: 'error' }, messages: [{ code: 'capabilities_incompatible' }] },
  ])
})

test('there is no stream, and a page of another site sends nothing', async () => {
  for (const method of ['GET', 'DELETE'] as const) {
    const reply = await app.inject({ method, url: mcpPath, headers: { host: 'shop.example' } })
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'POST'])
  }
  // Also one whose name leads to the shop.
  for (const host of ['shop.example', 'evil.example']) {
    const reply = await send('tools/list', {}, { origin: 'https://evil.example', host })
    expect([reply.statusCode, reply.json().error]).toMatchObject([403, { code: -32_000, data: { code: 'cross_site' } }])
  }
  expect((await send('tools/list', {}, { origin: 'https://shop.example' })).statusCode).toBe(200)
})

test('tools count for the limits of addresses and of agents in a network', async () => {
  const { app: limited } = await createTestApp({ environment: { ...ucpEnvironment, LIMITS_FACTOR: '0.005' } })
  const client = createMcpClient({ app: limited })
  const listing = []
  for (let count = 1; count <= 4; count += 1) listing.push(await client.send('tools/list'))
  expect(listing.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
  const refused = listing.at(-1)
  expect(refused?.json().error).toMatchObject({ code: -32_000, data: { retry_after: Number(refused?.headers['retry-after']) } })
  const params = { name: 'search_catalog', arguments: { meta: { 'ucp-agent': { profile: agentProfile } }, catalog: { query: 'x' } } }
  const from = (host: number) =>
    limited.inject({
      method: 'POST',
      url: mcpPath,
      remoteAddress: `203.0.113.${host}`,
      headers: { host: 'shop.example' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    })
  const statuses = []
  for (let host = 1; host <= 10; host += 1) statuses.push((await from(host)).statusCode)
  expect(statuses).toEqual([...Array(9).fill(200), 429])
})
