import { describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { createTestApp } from '#testing/test-app.ts'
import { parseSettings } from '../kernel/settings.ts'
import { createSsr } from './pages/ssr.ts'

// With the pages, which answer every path that nobody else does.
const { app, request } = await createTestApp({ ssr: createSsr({ settings: parseSettings({}), development: false }) })

const visit = { userAgent: 'Browser/1' }

test.each([
  ['an unknown path', 'GET', '/nothing'],
  ['the base itself', 'GET', ''],
  ['an unknown path below a known one', 'POST', '/users/nothing'],
  ['a method that a known path does not have', 'DELETE', '/users/login'],
  ['an id that is too long for any', 'DELETE', `/products/${'x'.repeat(400)}`],
  ['an address that cannot be decoded', 'GET', '/nothing/%E0%A4%A?page=%'],
] as const)('%s is a JSON 404', async (_what, method, path) => {
  const reply = await request(method, path)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({ error: 'Not found.', message: 'Not found.', code: 'not_found' })
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK'])('a page answers %s with 405', async (method) => {
  for (const url of ['/', '/buy', '/nothing', '/images/x']) {
    const reply = await app.inject({ method: method as 'POST', url })
    expect([reply.statusCode, reply.headers.allow, reply.json().code], url).toEqual([405, 'GET, HEAD', 'method_not_allowed'])
  }
})

test('a page answers HEAD without a body', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/returnPolicy' })
  expect([reply.statusCode, reply.body]).toEqual([200, ''])
})

test('a page whose address cannot be decoded is not found, as a page', async () => {
  const reply = await app.inject({ url: '/%E0%A4%A' })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, expect.stringContaining('text/html')])
})

test.each([
  ['the shop', '/nothing', 404],
  ['the shop, below a page', '/size-guide/TEE/nothing', 404],
  ['an area', '/UserDashboard/ship', 200],
  ['an area in lower case', '/userdashboard/SHIP/', 200],
  ['an area in percent encoding', '/%55serDashboard/ship', 200],
  ['the data of an area', '/AdminDashboardWrapper.data', 200],
  ['a name that begins like an area', '/UserDashboardx', 404],
  ['a line break', '//%0D%0AX-Header%3A%201', 404],
])('the path of %s, %s, is answered with %i', async (_where, url, status) => {
  expect((await app.inject({ url })).statusCode).toBe(status)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['another origin', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
])('a change asked for by %s is refused', async (_who, headers) => {
  const reply = await request('POST', '/track/log-visit', { body: visit, headers })
  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toMatchObject({ code: 'cross_site' })
})

test.each([
  [{}, 'http://shop.example', 201],
  [{}, 'https://shop.example', 201],
  [{ PUBLIC_URL: 'https://shop.example', DEMO: 'on' }, 'http://shop.example', 403],
  [{ PUBLIC_URL: 'https://shop.example', DEMO: 'on' }, 'https://shop.example', 201],
])('with the settings %j a change asked for by %s is answered with %i', async (environment, origin, status) => {
  const shop = await createTestApp({ environment })
  const headers = { host: 'shop.example', origin }
  expect((await shop.request('POST', '/track/log-visit', { body: visit, headers })).statusCode).toBe(status)
})

test('behind a proxy that ends TLS a change asked for by http is refused', async () => {
  const shop = await createTestApp({ environment: { TRUST_PROXY: '1' } })
  const headers = { host: 'shop.example', origin: 'http://shop.example', 'x-forwarded-proto': 'https' }
  expect((await shop.request('POST', '/track/log-visit', { body: visit, headers })).statusCode).toBe(403)
})

test('a change asked for by another site is refused however its path is written', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  for (const url of ['/%61pi/v1/track/log-visit', '/api/v%31/track/log%2dvisit'])
    expect([url, (await app.inject({ method: 'POST', url, body: visit, headers })).statusCode]).toEqual([url, 403])
})

test.each([
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' }],
  ['an older browser on our page', { origin: 'http://localhost:80' }],
  ['a program', {}],
])('a change asked for by %s is taken', async (_who, headers) => {
  expect((await request('POST', '/track/log-visit', { body: visit, headers: { host: 'localhost:80', ...headers } })).statusCode).toBe(201)
})

test('a body that is too large, of another kind or no JSON is refused with a message of the shop', async () => {
  expect((await request('POST', '/track/log-visit', { body: { userAgent: 'x'.repeat(300_000) } })).json()).toMatchObject({
    code: 'too_large',
  })
  for (const type of ['text/css', 'text/plain', 'application/x-www-form-urlencoded']) {
    const form = await request('POST', '/track/log-visit', { body: 'a=b', headers: { 'content-type': type } })
    expect([form.statusCode, form.json()], type).toMatchObject([415, { code: 'unsupported_media_type' }])
  }
})

test('prototype keys and unknown fields are ignored or refused, never a fault', async () => {
  const body = '{"userAgent":"x","__proto__":{"admin":true},"extra":1}'
  const reply = await request('POST', '/track/log-visit', { body, headers: { 'content-type': 'application/json' } })
  expect([201, 400]).toContain(reply.statusCode)
})

test('every answer carries security headers and its request id', async () => {
  const named = { 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) }
  const { headers } = await request('GET', '/cart')
  expect(headers).toMatchObject({
    ...named,
    'cache-control': 'private, no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  const { headers: shown } = await app.inject('/healthz')
  expect(shown).toMatchObject({ ...named, 'content-security-policy': expect.stringMatching(/script-src 'self' 'nonce-[0-9a-f]+'/) })
  expect(shown['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
})

describe('the API describes itself', async () => {
  // The document takes seconds of processor time to make, once in each shop.
  const document = (await request('GET', '/openapi.json')).json()

  test('as OpenAPI 3.1 with every call of the contract', () => {
    expect(document.openapi).toBe('3.1.0')
    const described = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
      Object.values(path).map((call) => call.operationId),
    )
    expect(described.sort()).toEqual(Object.keys(contract).sort())
    expect(document.components.schemas).toHaveProperty('Product')
  })

  test('with the headers that a call takes', () => {
    const named = (path: string) => (document.paths[path].post.parameters ?? []).map((parameter: { name: string }) => parameter.name)
    expect([named('/api/v1/order/create-order'), named('/api/v1/cod/cashondelivery')]).toEqual([[], ['idempotency-key']])
  })

  test('with a form that has a file', () => {
    const form = document.paths['/api/v1/products/createProduct'].post.requestBody.content['multipart/form-data'].schema
    expect(form.properties.image).toMatchObject({ format: 'binary' })
  })

  test('to the page of its documentation', async () => {
    expect((await request('GET', '/docs/json')).json()).toEqual(document)
  })
})

test('readiness asks the database', async () => {
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})
