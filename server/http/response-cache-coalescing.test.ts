import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { publicCacheControl } from '#contract/api.ts'
import { createResponseCache } from './response-cache.ts'

const shownProduct = '019a0000-0000-7000-8000-000000000001'
const otherProduct = '019a0000-0000-7000-8000-000000000002'

/** A server whose cacheable route answers when the test says so. */
async function startServer({ isShared = false } = {}) {
  const cache = createResponseCache({ publicUrl: undefined, isShared })
  const app = fastify()
  cache.register(app)
  cache.enable()
  const pending: { finish: (status: number) => void }[] = []
  app.get('/shared', { config: { cacheable: true } }, async (_request, reply) => {
    const status = await new Promise<number>((finish) => pending.push({ finish }))
    return reply.status(status).header('cache-control', publicCacheControl).send(`response about ${shownProduct}`)
  })
  let received = 0
  app.server.on('request', () => {
    received += 1
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const request = (signal?: AbortSignal) => fetch(`${origin}/shared`, { signal: signal ?? null }).then(({ status }) => status)
  return {
    origin,
    cache,
    pending,
    request,
    receivedAtLeast: (count: number) => expect.poll(() => received).toBeGreaterThanOrEqual(count),
  }
}

async function startFill() {
  const server = await startServer()
  const { request, receivedAtLeast, pending } = server
  const requests = Promise.all([request(), request(), request(), request()])
  await receivedAtLeast(4)
  expect(pending).toHaveLength(1)
  return { ...server, requests }
}

test('concurrent requests share one response', async () => {
  const { pending, requests } = await startFill()
  pending[0]?.finish(200)
  expect(await requests).toEqual([200, 200, 200, 200])
  expect(pending).toHaveLength(1)
})

test('a response that cannot be shared lets every waiting request make its own', async () => {
  const { pending, requests } = await startFill()
  pending[0]?.finish(500)
  await expect.poll(() => pending.length).toBe(4)
  for (const { finish } of pending) finish(200)
  expect(await requests).toEqual([500, 200, 200, 200])
})

test('a response that an invalidation made stale is made once more for the waiting requests', async () => {
  const { cache, pending, requests } = await startFill()
  cache.invalidate()
  pending[0]?.finish(200)
  await expect.poll(() => pending.length).toBe(2)
  pending[1]?.finish(200)
  expect(await requests).toEqual([200, 200, 200, 200])
  expect(pending).toHaveLength(2)
})

test('a response is made once more only when a product that it shows has changed', async () => {
  const { cache, pending, requests } = await startFill()
  cache.invalidate([otherProduct])
  pending[0]?.finish(200)
  expect(await requests).toEqual([200, 200, 200, 200])
  expect(pending).toHaveLength(1)
  const next = await startFill()
  next.cache.invalidate([shownProduct, otherProduct])
  next.pending[0]?.finish(200)
  await expect.poll(() => next.pending.length).toBe(2)
  next.pending[1]?.finish(200)
  expect(await next.requests).toEqual([200, 200, 200, 200])
  expect(next.pending).toHaveLength(2)
})

test('when the first client disconnects, a waiting request makes the response', async () => {
  const { pending, request, receivedAtLeast } = await startServer()
  const leaving = new AbortController()
  const first = request(leaving.signal).catch(() => 'aborted')
  await receivedAtLeast(1)
  const second = request()
  await receivedAtLeast(2)
  leaving.abort()
  await expect.poll(() => pending.length).toBe(2)
  pending[1]?.finish(200)
  expect([await first, await second]).toEqual(['aborted', 200])
})

test('while the cache is disabled no request waits for another', async () => {
  const { cache, pending, request } = await startServer()
  cache.disable()
  const requests = Promise.all([request(), request(), request()])
  await expect.poll(() => pending.length).toBe(3)
  for (const { finish } of pending) finish(200)
  expect(await requests).toEqual([200, 200, 200])
})

test('a cache in front is told how long it may keep a public reply, and of no other one', async () => {
  const { origin, pending } = await startServer({ isShared: true })
  const read = async (status: number, product: string) => {
    const reply = fetch(`${origin}/shared?of=${product}`)
    await expect.poll(() => pending.length).toBeGreaterThan(0)
    pending.shift()?.finish(status)
    return (await reply).headers
  }
  const expected = { expires: '5', cdn: 'public, max-age=2, stale-while-revalidate=3', browser: publicCacheControl }
  const pick = (headers: Headers) => ({
    expires: headers.get('x-accel-expires'),
    cdn: headers.get('cdn-cache-control'),
    browser: headers.get('cache-control'),
  })
  expect(pick(await read(200, 'a'))).toEqual(expected)
  expect(pick((await fetch(`${origin}/shared?of=a`)).headers)).toEqual(expected)
  expect(pick(await read(404, 'b'))).toEqual({ expires: null, cdn: null, browser: publicCacheControl })
})
