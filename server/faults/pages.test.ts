import { expect, test } from 'vitest'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { connectPostgres } from '../adapters/postgres.ts'
import { createSsr } from '../http/ssr.ts'
import { readSettings } from '../settings.ts'

let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
const { app, connection } = await createTestApp({
  ssr: createSsr({ settings: readSettings({}), checkoutScript: null, development: false }),
  overrideConnection: async (straight) => {
    proxy = await startDatabaseProxy(straight)
    return { host: '127.0.0.1', port: proxy.port, ssl: false }
  },
})
const straight = connectPostgres({ connection, onIdleError: console.error })
const tee = await createTestProduct({ database: straight, name: 'Tee of the outage' })
await straight.destroy()

const open = async (url: string) => {
  const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } })
  return { status: statusCode, retryAfter: Number(headers['retry-after']), type: headers['content-type'], body }
}

test.each([
  ['/', 'The shelves are still there, we just could not reach them.'],
  ['/buy', 'The shelves are still there, we just could not reach them.'],
  ['/buy?search=outage', 'The shelves are still there, we just could not reach them.'],
  [`/product/${tee.id}`, 'We are putting something right. Please try again in a moment; your cart is kept.'],
])('while the database is away %s is a whole page of words with 503, and the page itself again when it is back', async (url, words) => {
  proxy.shut()
  const refused = await open(url)
  expect([refused.status, refused.type]).toEqual([503, 'text/html; charset=utf-8'])
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect(refused.body).toContain(words)
  expect(refused.body, 'bar and footer stay').toMatch(/<nav[\s\S]*<footer/)
  expect(refused.body).not.toContain('Tee of the outage')
  proxy.open()
  await expect.poll(async () => (await open(url)).status).toBe(200)
  const page = await open(url)
  expect([page.body.includes('Tee of the outage'), page.body.includes(words), page.retryAfter]).toEqual([true, false, Number.NaN])
})

test('pages that need no data are there while the database is away', async () => {
  proxy.shut()
  for (const url of ['/login', '/homecart', '/returnPolicy', '/UserDashboard']) expect([url, (await open(url)).status]).toEqual([url, 200])
  expect((await open('/nowhere')).status).toBe(404)
  proxy.open()
})
