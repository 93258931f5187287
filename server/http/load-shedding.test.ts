import { once } from 'node:events'
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { apiBase } from '#contract/api.ts'
import { handleErrors } from './error-handler.ts'
import { minOpenRequests, shedLoad } from './load-shedding.ts'

/** A server with a route that waits. Its samples of the event loop are taken by `vi.advanceTimersByTime`. */
async function startServer({ maxEventLoopDelayMs = 200 } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = fastify({ forceCloseConnections: true })
  handleErrors(app)
  await shedLoad(app, { maxEventLoopDelayMs })
  const routes = ['/healthz', '/readyz', '/metrics', '/buy', `${apiBase}/products/getAll`]
  const payments = [`${apiBase}/payments/razorpay/webhook`, `${apiBase}/order/verify-payment`, `${apiBase}/order/payment/:id`]
  for (const route of [...routes, ...payments]) app.all(route, async () => 'ok')
  app.get('/page', async () => (await app.inject('/buy')).statusCode)
  const answer = Promise.withResolvers<string>()
  let started = 0
  app.get('/slow', () => {
    started++
    return answer.promise
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const waitForSlow = async (count: number) => {
    while (started < count) await setImmediate()
  }
  return {
    app,
    url,
    waitForSlow,
    readStatus: async (path = '/buy') => (await fetch(url + path)).status,
    /** Opens requests that wait until `finish` is called, which returns their statuses. */
    open: async (count: number) => {
      const statuses = Array.from({ length: count }, async () => (await fetch(`${url}/slow`)).status)
      await waitForSlow(count)
      return () => {
        answer.resolve('ok')
        return Promise.all(statuses)
      }
    },
  }
}

/** Blocks the event loop for most of a sample, and advances the clock by `ms` from the sample before. */
async function block(app: FastifyInstance, { ms = 5_000 } = {}) {
  // The histogram of the samples counts the same, and needs one turn before it counts.
  using turns = monitorEventLoopDelay({ resolution: 10 })
  turns.enable()
  const waitForTurns = async (count: number) => {
    while (turns.count < count) await setImmediate()
  }
  // A machine that pauses spoils a sample.
  do {
    await waitForTurns(turns.count + 2)
    vi.advanceTimersByTime(5_000)
  } while (app.getDecorator<() => { eventLoopDelay: number }>('memoryUsage')().eventLoopDelay > 100)
  await waitForTurns(turns.count + 2)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  await waitForTurns(turns.count + 1)
  vi.advanceTimersByTime(ms)
}

test('an overloaded shop answers 503 in JSON and as a page, and says when to retry; money and monitoring are still served', async () => {
  const { app, url, open, readStatus } = await startServer()
  const finish = await open(minOpenRequests)
  await block(app)
  const [api, page] = await Promise.all([fetch(`${url}${apiBase}/products/getAll`), fetch(`${url}/buy`)])
  expect([api.status, await api.json()]).toMatchObject([503, { code: 'busy' }])
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('The shop is very busy')
  for (const reply of [api, page]) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  const served = ['/healthz', '/readyz', '/metrics', `${apiBase}/order/payment/one`, `${apiBase}/payments/razorpay/webhook`]
  for (const path of [...served, `${apiBase}/order/verify-payment`]) expect([path, await readStatus(path)]).toEqual([path, 200])
  // The delay is still that of the last sample.
  expect(new Set(await finish())).toEqual(new Set([200]))
  expect(await readStatus()).toBe(200)
})

test('a shop whose event loop is late, but not later than allowed, serves all requests', async () => {
  const { app, open, readStatus } = await startServer({ maxEventLoopDelayMs: 60_000 })
  const finish = await open(minOpenRequests)
  await block(app)
  expect(await readStatus()).toBe(200)
  await finish()
})

test('a pause is no overload in the second that follows it', async () => {
  const { app, open, readStatus } = await startServer()
  const finish = await open(minOpenRequests)
  await block(app, { ms: 1_000 })
  expect(await readStatus()).toBe(200)
  await finish()
})

test('a shop with few open requests serves them, however late its event loop is', async () => {
  const { app, url, open, readStatus } = await startServer()
  // One more with the request that asks.
  const finish = await open(minOpenRequests - 2)
  await block(app)
  expect(await readStatus()).toBe(200)
  expect(await (await fetch(`${url}/page`)).text(), 'the calls of a page are part of its request').toBe('200')
  await finish()
})

test('pipelined requests of a connection that has ended are not open', async () => {
  const { app, url, waitForSlow, readStatus } = await startServer()
  const accepted = once(app.server, 'connection')
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write('GET /slow HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(2 * minOpenRequests))
  const [connection] = await accepted
  await waitForSlow(2 * minOpenRequests)
  const ended = once(connection, 'close')
  socket.destroy()
  await ended
  await block(app)
  expect(await readStatus()).toBe(200)
})
