import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { apiBase } from '#contract/api.ts'
import { handleErrors } from './error-handler.ts'
import { minOpenRequests, shedLoad } from './load-shedding.ts'

/** A server whose event loop was just blocked for longer than it may be late. The samples are taken by `vi.advanceTimersByTime`. */
async function startBlockedServer({ openRequests = minOpenRequests } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = fastify()
  handleErrors(app)
  await shedLoad(app, { maxEventLoopDelayMs: 100 })
  const routes = ['/healthz', '/readyz', '/metrics', '/buy', `${apiBase}/products/getAll`]
  const payments = [`${apiBase}/payments/razorpay/webhook`, `${apiBase}/order/verify-payment`, `${apiBase}/order/payment/:id`]
  for (const route of [...routes, ...payments]) app.all(route, async () => 'ok')
  const answer = Promise.withResolvers<string>()
  const allOpen = Promise.withResolvers<void>()
  let opened = 0
  app.get('/slow', () => {
    opened++
    if (opened === openRequests) allOpen.resolve()
    return answer.promise
  })
  await app.ready()
  const open = Array.from({ length: openRequests }, () => app.inject('/slow').then(({ statusCode }) => statusCode))
  onTestFinished(() => app.close())
  await allOpen.promise
  const end = performance.now() + 300
  while (performance.now() < end);
  /** Ends the requests that are open. Returns their statuses. */
  const answerOpen = () => {
    answer.resolve('ok')
    return Promise.all(open)
  }
  return { app, answerOpen, readStatus: async () => (await app.inject('/buy')).statusCode }
}

test('an overloaded shop answers 503 in JSON and as a page, and says when to retry; money and monitoring are still served', async () => {
  const { app, answerOpen, readStatus } = await startBlockedServer()
  vi.advanceTimersByTime(5_000)
  const [api, page, ...served] = await Promise.all([
    app.inject(`${apiBase}/products/getAll`),
    app.inject('/buy'),
    ...['/healthz', '/readyz', '/metrics', `${apiBase}/order/payment/one`].map((url) => app.inject(url)),
    ...[`${apiBase}/payments/razorpay/webhook`, `${apiBase}/order/verify-payment`].map((url) => app.inject({ method: 'POST', url })),
  ])
  expect([api.statusCode, api.json().code]).toEqual([503, 'busy'])
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(page.body).toContain('The shop is very busy')
  for (const reply of [api, page]) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(served.map((reply) => reply.statusCode)).toEqual(served.map(() => 200))
  // The delay is still that of the last sample.
  expect(new Set(await answerOpen())).toEqual(new Set([200]))
  expect(await readStatus()).toBe(200)
})

test('a pause is not taken for an overload within the second that follows it', async () => {
  const { readStatus } = await startBlockedServer()
  vi.advanceTimersByTime(1_000)
  expect(await readStatus()).toBe(200)
})

test('a shop with few open requests serves them, however late its event loop is', async () => {
  // One fewer with the request that asks.
  const { readStatus } = await startBlockedServer({ openRequests: minOpenRequests - 2 })
  vi.advanceTimersByTime(5_000)
  expect(await readStatus()).toBe(200)
})
