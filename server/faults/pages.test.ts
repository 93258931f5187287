import { expect, test } from 'vitest'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import { createSsr } from '../http/pages/ssr.ts'
import { parseSettings } from '../kernel/settings.ts'

let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
const { app, connection } = await createTestApp({
  ssr: createSsr({ settings: parseSettings({}), development: false }),
  overrideConnection: async (direct) => {
    proxy = await startDatabaseProxy(direct)
    return { host: '127.0.0.1', port: proxy.port, ssl: false }
  },
})
const direct = connectPostgres({ connection, onIdleError: console.error })
const tee = await createTestProduct({ database: direct, name: 'Tee of the outage' })
await direct.destroy()

const open = async (url: string) => {
  const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } })
  return { status: statusCode, retryAfter: Number(headers['retry-after']), type: headers['content-type'], body }
}

test.each([
  ['/', 'We could not load the products. Please try again in a moment.'],
  ['/buy', 'We could not load the products. Please try again in a moment.'],
  ['/buy?search=outage', 'We could not load the products. Please try again in a moment.'],
  [`/product/${tee.id}`, 'We are fixing a problem. Please try again in a moment; your cart is saved.'],
])('while the database is unreachable %s is a full error page with 503, and afterwards the page itself', async (url, text) => {
  proxy.rejectConnections()
  const response = await open(url)
  expect([response.status, response.type]).toEqual([503, 'text/html; charset=utf-8'])
  expect(response.retryAfter).toBeGreaterThan(0)
  expect(response.body).toContain(text)
  expect(response.body, 'the layout is shown').toMatch(/<nav[\s\S]*<footer/)
  expect(response.body).not.toContain('Tee of the outage')
  proxy.restore()
  await expect.poll(async () => (await open(url)).status).toBe(200)
  const page = await open(url)
  expect([page.body.includes('Tee of the outage'), page.body.includes(text), page.retryAfter]).toEqual([true, false, Number.NaN])
})

test('pages without data are served while the database is unreachable', async () => {
  proxy.rejectConnections()
  for (const url of ['/login', '/homecart', '/returnPolicy', '/UserDashboard']) expect([url, (await open(url)).status]).toEqual([url, 200])
  expect((await open('/nowhere')).status).toBe(404)
  proxy.restore()
})
