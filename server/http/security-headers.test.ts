import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { addPageSecurityHeaders, allowCheckout, allowWebAssembly } from './security-headers.ts'

const hosts = { 'script-src': ['https://pay.example'], 'frame-src': ['https://pay.example', 'https://bank.example'] }

test('the checkout page allows the hosts of the payment provider beside its own, other pages do not', async () => {
  const app = fastify()
  await addPageSecurityHeaders(app, { secure: false, development: false })
  app.get('/', (_request, reply) => reply.send())
  app.get('/order', (_request, reply) => {
    allowCheckout({ reply, nonce: 'abc', hosts, development: false })
    return reply.send()
  })
  const readPolicy = async (url: string) => String((await app.inject(url)).headers['content-security-policy']).split(';')
  expect(await readPolicy('/order')).toEqual(
    expect.arrayContaining([
      "script-src 'self' 'nonce-abc' https://pay.example",
      "frame-src 'self' https://pay.example https://bank.example",
      "connect-src 'self'",
    ]),
  )
  expect((await readPolicy('/')).join()).not.toContain('pay.example')
})

test('the file of a worker allows WebAssembly, pages do not, and neither allows code from text', async () => {
  const app = fastify()
  await addPageSecurityHeaders(app, { secure: false, development: false })
  app.get('/', (_request, reply) => reply.send())
  app.get('/worker.js', (_request, reply) => {
    allowWebAssembly(reply)
    return reply.send()
  })
  const readScripts = async (url: string) =>
    /script-src ([^;]*)/.exec(String((await app.inject(url)).headers['content-security-policy']))?.[1]
  expect(await readScripts('/worker.js')).toBe("'self' 'wasm-unsafe-eval'")
  expect(await readScripts('/')).not.toContain('unsafe')
})

test('the files of a page have no headers that only documents obey, and load nothing when they are opened', async () => {
  const app = fastify()
  await addPageSecurityHeaders(app, { secure: true, development: false })
  for (const url of ['/assets/shop.js', '/images/:key/:file', '/*']) app.get(url, (_request, reply) => reply.send())
  const readHeaders = async (url: string) => (await app.inject(url)).headers
  for (const url of ['/assets/shop.js', '/images/tee/640.avif']) {
    const headers = await readHeaders(url)
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('cross-origin-opener-policy')
    expect(headers).not.toHaveProperty('permissions-policy')
  }
  // An unknown file is answered with a page.
  expect(await readHeaders('/assets/gone.js')).toMatchObject({
    'content-security-policy': expect.stringContaining("script-src 'self' 'nonce-"),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.any(String),
  })
})

test('only the pages of administrators may use the camera', async () => {
  const app = fastify()
  await addPageSecurityHeaders(app, { secure: false, development: false })
  app.get('/*', (_request, reply) => reply.send())
  const readCamera = async (url: string) => /camera=\(.*?\)/.exec(String((await app.inject(url)).headers['permissions-policy']))?.[0]
  const area = '/AdminDashboardWrapper'
  for (const url of [area, `${area}?x=1`, `${area}/pack`, '/admindashboardwrapper/PACK'])
    expect(await readCamera(url)).toBe('camera=(self)')
  for (const url of ['/', '/buy', `${area}x`, `/buy?next=${area}`, `/buy${area}`]) expect(await readCamera(url)).toBe('camera=()')
})

const https = { PUBLIC_URL: 'https://shop.example', DEMO: 'on' }

test('with https pages and the API are for https only, for two years', async () => {
  const { app, request } = await createTestApp({ environment: https })
  const replies = [await app.inject('/healthz'), await request('GET', '/cart')]
  expect(replies.map(({ headers }) => headers['strict-transport-security'])).toEqual(Array(2).fill('max-age=63072000'))
  const plain = await createTestApp()
  expect((await plain.app.inject('/healthz')).headers).not.toHaveProperty('strict-transport-security')
})

test('other sites read no reply, share no window with a page, and learn no address', async () => {
  const { app, request } = await createTestApp()
  const origin = 'https://other.example'
  const page = await app.inject({ url: '/healthz', headers: { origin } })
  const reply = await request('GET', '/products/getAll', { headers: { origin } })
  for (const { headers } of [page, reply]) {
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
  expect(page.headers['cross-origin-opener-policy']).toBe('same-origin')
  expect([page.headers['referrer-policy'], reply.headers['referrer-policy']]).toEqual(['strict-origin-when-cross-origin', 'no-referrer'])
})
