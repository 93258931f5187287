import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { buildVariantId } from '#contract/catalog/variants.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const errorLog: string[] = []
const { app, database, request } = await createTestApp({
  environment: { ...ucpEnvironment, LOG_LEVEL: 'error' },
  logTo: { write: (line) => void errorLog.push(line) },
})
const send = createUcpClient({ app })
const offers = await createOffers({ request, database })
const tee = await createTestProduct({ database, name: 'Tee', price: 500, stock: 40 })
const teeM = buildVariantId({ productId: tee.id, size: 'M' })
const line = (id: string, quantity: unknown = 1) => ({ item: { id }, quantity })
const create = (body: object, headers: Record<string, string> = {}) => send('POST', '/checkout-sessions', { body, headers })
const deliver = (destination: object) => ({ fulfillment: { methods: [{ destinations: [destination] }] } })

afterAll(() => expect(errorLog).toEqual([]))

test.each([0, -1, 1.5, 1e20, '2', '\u0968', null, true, [1], 10_001])('a quantity of %j is refused', async (quantity) => {
  const reply = await create({ line_items: [line(teeM, quantity)] })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
})

test('the same item in many lines is one line, and counts together', async () => {
  const body = { line_items: [line(teeM, 20), line(teeM.toUpperCase()), line(teeM, 20)] }
  const { messages } = (await create(body)).json()
  expect(messages.map(({ code, path }: { code: string; path: string }) => [code, path])).toEqual([
    ['insufficient_stock', '$.line_items[0]'],
    ['insufficient_stock', '$.line_items[1]'],
  ])
})

test.each(['draft', 'archived', 'deleted'] as const)('the id of a product that is %s tells nothing about it', async (state) => {
  const product = await createTestProduct({ database, name: 'Secret plan' })
  await database.updateTable('products').set({ status: state }).where('id', '=', product.id).execute()
  const reply = await create({ line_items: [line(teeM), line(product.id)] })
  expect(reply.json().messages[0]).toMatchObject({ code: 'item_unavailable', path: '$.line_items[1]' })
  expect(reply.body).not.toContain('Secret plan')
})

test.each(['a\u0000b', '\ud83d', '\u202e', 'e\u0301'.repeat(29), '\u{1F9F5}'.repeat(29)])(
  'a name and an address with %j are stored as text',
  async (text) => {
    const body = {
      line_items: [line(teeM)],
      buyer: { first_name: text, email: text },
      ...deliver({ street_address: text, postal_code: '560001' }),
    }
    const reply = await create(body)
    expect([201, 400]).toContain(reply.statusCode)
    if (reply.statusCode === 201) expect((await send('GET', `/checkout-sessions/${reply.json().id}`)).json().status).toBe('incomplete')
  },
)

test.each(['\u096b\u0966\u0966\u0966\u0966\u0967', '56000', '5600011', '000000', 'abcdef', '56 00 01', ' 560001 '])(
  'a postal code of %j is a PIN code or is named',
  async (postal_code) => {
    const { messages } = (await create({ line_items: [line(teeM)], ...deliver({ postal_code }) })).json()
    const isNamed = messages.some(({ code }: { code: string }) => code === 'invalid_postal_code')
    expect(isNamed).toBe(!/^\p{Nd}{6}$/u.test(postal_code.replace(/\s/g, '')))
  },
)

test.each(['x'.repeat(5_000), '\u0000', '%00', '../carts', "' or true --"])('an unknown session is not found: %j', async (id) => {
  const reply = await send('GET', `/checkout-sessions/${encodeURIComponent(id)}`)
  expect([200, 400, 404, 414]).toContain(reply.statusCode)
  expect(reply.json().messages?.[0].code ?? reply.json().code).toMatch(/not_found|invalid_request/)
})

test.each([
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'line_items=1'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/json', '[]'],
  ['application/json', 'null'],
  ['application/json', '{"__proto__":{"a":1},"line_items":[]}'],
  ['application/json', `{"line_items":$'['.repeat(50_000)`],
])('a body of %s is refused: %.30s', async (type, payload) => {
  const reply = await send('POST', '/checkout-sessions', { body: payload, headers: { 'content-type': type } })
  expect([reply.statusCode, Object.keys(reply.json())]).toEqual([expect.any(Number), ['code', 'content', 'continue_url']])
  expect([400, 415]).toContain(reply.statusCode)
})

test('a huge body is refused', async () => {
  const reply = await create({ line_items: [line(teeM)], more: 'x'.repeat(3_000_000) })
  expect([reply.statusCode, Object.keys(reply.json())]).toEqual([expect.any(Number), ['code', 'content', 'continue_url']])
  expect([400, 413]).toContain(reply.statusCode)
})

test('a key counts for one call of one agent', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const body = { line_items: [line(teeM)] }
  const first = (await create(body, headers)).json()
  const other = (await create(body, { ...headers, 'ucp-agent': 'profile="https://other.example/profile.json"' })).json()
  expect(other.id).not.toBe(first.id)
  const cart = (await send('POST', '/carts', { body, headers })).json()
  expect([cart.id !== first.id, (await create(body, headers)).json().id === first.id]).toEqual([true, true])
  const foreign = await send('POST', `/checkout-sessions/${first.id}/cancel`, {
    headers: { ...headers, 'ucp-agent': 'profile="https://other.example/profile.json"' },
  })
  expect(foreign.json().messages).toMatchObject([{ code: 'not_found' }])
})

test('many requests with one key at once make one checkout', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const replies = await Promise.all(Array.from({ length: 5 }, () => create({ line_items: [line(teeM)] }, headers)))
  expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1)
})

test('a code cannot be guessed through the checkout of a cart', async () => {
  const { code } = await offers.add()
  const cart = (await send('POST', '/carts', { body: { line_items: [line(teeM)] } })).json()
  const json = (await create({ cart_id: cart.id, discounts: { codes: [code] } })).json()
  expect([json.discounts, json.totals.at(-1).amount]).toEqual([undefined, 50_000])
})

test('wrong codes are limited, for right ones after them too', async () => {
  const { app: limited, database: own, request: ask } = await createTestApp({ environment: { ...ucpEnvironment, LIMITS_FACTOR: '0.1' } })
  const { code } = await (await createOffers({ request: ask, database: own })).add()
  const shirt = await createTestProduct({ database: own })
  const sendLimited = createUcpClient({ app: limited })
  const guess = (typed: string) =>
    sendLimited('POST', '/carts', {
      body: { line_items: [line(buildVariantId({ productId: shirt.id, size: 'M' }))], discounts: { codes: [typed] } },
    })
  const statuses = []
  for (const typed of ['A1', 'A2', 'A3', code]) statuses.push((await guess(typed)).statusCode)
  expect(statuses).toEqual([201, 201, 429, 429])
})

test.each(['HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'TRACE'] as const)('%s is no call of the protocol', async (method) => {
  const { id } = (await create({ line_items: [line(teeM)] })).json()
  const headers = { host: 'shop.example', 'ucp-agent': 'profile="https://agent.example/profile.json"' }
  const reply = await app.inject({ method: method as 'HEAD', url: `/ucp/v1/checkout-sessions/${id}`, headers })
  expect(reply.statusCode).toBeLessThan(500)
  expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  expect((await send('GET', `/checkout-sessions/${id}`)).json().status).toBe('requires_escalation')
})
