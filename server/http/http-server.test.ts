import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { apiBase } from '#contract/api.ts'
import { createTestProduct } from '#testing/factories.ts'
import { readMetric } from '#testing/read-metric.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createResponseCache } from './response-cache.ts'

const cache = createResponseCache({ publicUrl: undefined })
cache.enable()
const stopping = new AbortController()
const metricsToken = 'token-of-the-tests'
const lines: string[] = []
const { app, database } = await createTestApp({
  responseCache: cache,
  environment: { LOG_LEVEL: 'info', TRUST_PROXY: '1', METRICS_TOKEN: metricsToken },
  logTo: { write: (line) => void lines.push(line) },
  stopping: stopping.signal,
})
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const { id } = await createTestProduct({ database })
const path = `${apiBase}/products/${id}`

async function send(options: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  const { body = '', ...rest } = options
  const [reply] = (await once(httpRequest(`${origin}${path}`, { agent: false, ...rest }).end(body), 'response')) as [IncomingMessage]
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) }
}

const isHit = (reply: { headers: IncomingMessage['headers'] }) => reply.headers['x-cache'] === 'HIT'

interface LogLine {
  readonly msg: string
  readonly reqId: string
  readonly req?: unknown
  readonly res?: unknown
  readonly responseTime?: number
}

const findLines = (reqId: unknown) => lines.map((line): LogLine => JSON.parse(line)).filter((line) => line.reqId === reqId)

const withoutTimes = (logged: readonly LogLine[]) =>
  logged.map(({ msg, req, res, responseTime }) => ({ msg, req, res, isTimed: typeof responseTime === 'number' }))

const readCount = async () => {
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })
  return readMetric(body, `shop_request_seconds_count{route="GET ${apiBase}/products/:id",status="2xx"}`)
}

test('a cached reply is logged like the first one, under an id of its own', async () => {
  cache.invalidate()
  const first = await send()
  await expect.poll(() => findLines(first.headers['x-request-id'])).toHaveLength(2)
  const hit = await send()
  expect([isHit(first), isHit(hit)]).toEqual([false, true])
  expect(hit.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  const logged = findLines(hit.headers['x-request-id'])
  expect(withoutTimes(logged)).toEqual(withoutTimes(findLines(first.headers['x-request-id'])))
})

test('a cached reply is counted in the metrics', async () => {
  await send()
  const before = await readCount()
  expect(isHit(await send())).toBe(true)
  expect(await readCount()).toBe(Number(before) + 1)
})

test('connections stay open for the next request after every reply', async () => {
  cache.invalidate()
  const replies = [await send({ headers: { connection: 'keep-alive' } }), await send({ headers: { connection: 'keep-alive' } })]
  expect(replies.map((reply) => [isHit(reply), reply.headers['keep-alive']])).toEqual([
    [false, 'timeout=72'],
    [true, 'timeout=72'],
  ])
})

test('other requests than plain GET requests are not answered from the cache', async () => {
  await send()
  expect(isHit(await send())).toBe(true)
  const head = await send({ method: 'HEAD' })
  expect([head.status, isHit(head), head.body]).toEqual([200, false, ''])
  expect((await send({ method: 'DELETE' })).status).toBe(401)
  // Fastify decides about a body: it is ignored, and the reply is the same.
  const withBody = await send({ headers: { 'content-type': 'application/json', 'content-length': '2' }, body: '{}' })
  expect([withBody.status, JSON.parse(withBody.body)._id]).toEqual([200, id])
})

test('a reply through a trusted proxy is kept for the address that the proxy was asked at', async () => {
  await send()
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' }
  const replies = [await send({ headers }), await send({ headers }), await send()]
  expect(replies.map(isHit)).toEqual([false, true, true])
})

test('while the process stops, a cached reply asks the client to close its connection', async () => {
  await send({ headers: { connection: 'keep-alive' } })
  expect(isHit(await send())).toBe(true)
  stopping.abort()
  const reply = await send({ headers: { connection: 'keep-alive' } })
  expect([isHit(reply), reply.headers.connection]).toEqual([true, 'close'])
})
