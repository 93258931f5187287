import { once } from 'node:events'
import { type IncomingHttpHeaders, request as send } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { hostileText } from '#testing/fuzz/hostile.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { parseSettings } from '../kernel/settings.ts'
import { createSsr } from './pages/ssr.ts'

const ssr = createSsr({ settings: parseSettings({}), development: false })
const { app, request, database } = await createTestApp({ ssr })
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const { id } = await createTestProduct({ database })
const { cookies } = await signInShopper({ request })
const cookie = Object.entries(cookies)
  .map(([name, value]) => `${name}=${value}`)
  .join('; ')

interface PageRequest {
  readonly path: string
  readonly method?: string
  readonly signedIn?: boolean
  /** Host header */
  readonly host?: string
}

/** Sends the path unchanged: clients that parse URLs would normalize it. */
async function open({ path, method = 'GET', signedIn = false, host }: PageRequest) {
  const { hostname, port } = new URL(origin)
  const headers = { accept: 'text/html', ...(signedIn && { cookie }), ...(host && { host }) }
  const outgoing = send({ hostname, port, path, method, headers })
  outgoing.end()
  const [reply] = await once(outgoing, 'response')
  return { status: reply.statusCode as number, headers: reply.headers as IncomingHttpHeaders, body: await text(reply) }
}

function check({ reply, what }: { reply: Awaited<ReturnType<typeof open>>; what: string }): void {
  const { status, headers, body } = reply
  expect(status, `${what} → ${body.slice(0, 300)}`).toBeLessThan(500)
  expect(body, what).not.toMatch(/node_modules|\.ts:\d+|\bat \w+ \(|syntax error at|kysely|pg_catalog/i)
  // Redirects stay on this host and have no body.
  if (headers.location !== undefined) expect([headers.location, body], what).toEqual([expect.stringMatching(/^\/(?![/\\])/), ''])
}

const unusualPaths = [
  '//',
  '///',
  '//buy',
  '//evil.example',
  '//evil.example/buy',
  '/\\',
  '/\\evil.example',
  '/%5C%5Cevil.example',
  '/..',
  '/buy/../login',
]

test.each(unusualPaths)('%s is a page or not found', async (path) => {
  check({ reply: await open({ path }), what: path })
})

test('a path that begins with another host is not found', async () => {
  expect((await open({ path: '//evil.example/buy' })).status).toBe(404)
})

test.each(['x', 'x'.repeat(250), 'x'.repeat(4_000), '%00', '%F0%9F%A7%B5', `${id}x`, '..%2f..%2fetc'])(
  'the product page of the unknown id %s is a 404 page',
  async (name) => {
    const { status, body } = await open({ path: `/product/${name}` })
    expect([status, body.includes('<footer')]).toEqual([404, true])
  },
)

const invalidHosts = ['a b', '"><script>alert(1)</script>', 'a/b', 'a@b', 'a#b', 'a\\b', '%00', 'x:99999', '[::1', '1.2.3.4.5', 'one, two']

test.each(invalidHosts)('the invalid host %s is rejected', async (host) => {
  const paths = ['/', '/buy', `/product/${id}`, '/robots.txt', '/sitemap.xml', '/api/v1/products/getAll']
  const statuses = await Promise.all(paths.map(async (path) => (await open({ path, host })).status))
  expect(statuses).toEqual(paths.map(() => 400))
})

test.each(['shop.example', 'shop.example:8080', '[::1]:3000', 'xn--bcher-kva.example', '192.168.1.7'])(
  'pages are served for the host "%s"',
  async (host) => {
    for (const path of ['/', '/buy', `/product/${id}`]) expect([path, (await open({ path, host })).status]).toEqual([path, 200])
  },
)

test.each([
  ['GET /', [], '200'],
  ['GET /buy', [], '200'],
  [`GET /product/${id}`, [], '200'],
  ['POST /api/v1/cart/add', [], '401'],
  ['POST /api/v1/cart/add', ['origin: http://evil.example'], '403'],
])('%s %j over HTTP/1.0 without a host is answered with %s', async (line, headers, status) => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write([`${line} HTTP/1.0`, ...headers, '', ''].join('\r\n'))
  expect((await text(socket)).split(' ')[1]).toBe(status)
})

test.each([
  ['', 200],
  ['?page=1', 200],
  ['/buy', 200],
  ['/nowhere', 404],
  ['/api/v1/nowhere', 404],
  ['//evil.example/buy', 404],
])('an absolute-form request target that ends in "%s" is answered with %i', async (path, status) => {
  expect((await open({ path: origin + path })).status).toBe(status)
})

const pages = [
  '/',
  '/buy',
  '/product',
  '/login',
  '/homecart',
  '/orderNow',
  '/order-summary',
  '/order-tracking',
  '/ticket',
  '/forgot-pin',
  '/reset-pin',
  '/verify-email',
  '/complete-address',
  '/confirm-order',
  '/add-order',
  '/order-placed',
  '/payment-result',
  '/pay-order',
  '/back-in-stock',
  '/size-guide',
  '/UserDashboard',
  '/nowhere',
]
const areas = [
  '/UserDashboard/tee',
  '/UserDashboard/productPage',
  '/UserDashboard/cart',
  '/UserDashboard/orders',
  '/AdminDashboardWrapper/payment',
]
const names = ['page', 'q', 'category', 'price', 'sort', 'stock', 'to', 'token', 'days', '__proto__', 'index', '_routes']

const encodedPart = hostileText.map((text) => encodeURIComponent(text.toWellFormed()))
const rawPart = fc.constantFrom('%', '%ff', '%E0%A4', '[]', 'a=b', ';', ':id', '*', '2.data', '1e9', '-1', '0')
const url = fc.record({
  page: fc.constantFrom(...pages, ...areas),
  parts: fc.array(fc.oneof(encodedPart, rawPart), { maxLength: 2 }),
  query: fc.array(fc.tuple(fc.constantFrom(...names), fc.oneof(encodedPart, rawPart)), { maxLength: 3 }),
})

test('a page answers no 5xx, for any URL and any visitor', async () => {
  await fc.assert(
    fc.asyncProperty(
      url,
      fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS'),
      fc.boolean(),
      async ({ page, parts, query }, method, signedIn) => {
        const search = query.map(([name, value]) => `${name}=${value}`).join('&')
        // Node rejects longer ones itself.
        const path = [page, ...parts].join('/').slice(0, 6_000) + (search && `?${search.slice(0, 6_000)}`)
        check({ reply: await open({ path, method, signedIn }), what: `${method} ${path}` })
      },
    ),
    fuzzRuns({ runs: 80 }),
  )
})
