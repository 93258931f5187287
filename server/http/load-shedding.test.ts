import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { apiBase } from '#contract/api.ts'
import { handleErrors } from './error-handler.ts'
import { shedLoad } from './load-shedding.ts'

/** A server whose event loop was just blocked for longer than it may be late. */
async function startBlockedServer() {
  const app = fastify()
  handleErrors(app)
  await shedLoad(app, { maxEventLoopDelayMs: 100 })
  const routes = ['/healthz', '/readyz', '/metrics', '/buy', `${apiBase}/products/getAll`]
  const payments = [`${apiBase}/payments/razorpay/webhook`, `${apiBase}/order/verify-payment`, `${apiBase}/order/payment/:id`]
  for (const route of [...routes, ...payments]) app.all(route, async () => 'ok')
  await app.ready()
  onTestFinished(() => app.close())
  const isOverloaded = async () => (await app.inject('/buy')).statusCode === 503
  await expect
    .poll(() => {
      const end = performance.now() + 900
      while (performance.now() < end);
      return isOverloaded()
    })
    .toBe(true)
  return app
}

test('an overloaded shop answers 503 in JSON and as a page, and says when to retry; money and monitoring are still served', async () => {
  const app = await startBlockedServer()
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
})
