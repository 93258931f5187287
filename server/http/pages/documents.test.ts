import { expect, test } from 'vitest'
import { createTestApp } from '#testing/test-app.ts'
import { parseSettings } from '../../kernel/settings.ts'
import { seedDemoProducts } from '../../seed.ts'
import { createSsr } from './ssr.ts'

// The documents as a search engine and a browser without JavaScript read them.

const origin = 'https://shop.example'
const settings = { PUBLIC_URL: origin, DEMO: 'off' }
const { app, database, images } = await createTestApp({
  environment: settings,
  ssr: createSsr({ settings: parseSettings(settings), development: false }),
})
await seedDemoProducts({ database, images })

async function open(url: string) {
  const { statusCode, headers, body } = await app.inject({ url, headers: { host: 'shop.example', accept: 'text/html' } })
  return {
    status: statusCode,
    html: body,
    title: /<title>([^<]+)<\/title>/.exec(body)?.[1],
    description: /<meta name="description" content="([^"]+)"/.exec(body)?.[1],
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&'),
    isHidden: /<meta name="robots" content="noindex/.test(body) || headers['x-robots-tag'] === 'noindex',
    // React's marker of a suspended part
    isWhole: !body.includes('<!--$!-->'),
    headings: Array.from(body.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs), ([, text]) => text),
    main: /<main.*<\/main>/s.exec(body)?.[0] ?? '',
  }
}

/** The texts of the links in each list item. */
const listLinks = (html: string | undefined) =>
  Array.from(html?.matchAll(/<li[^>]*><a [^>]*>(.*?)<\/a>/g) ?? [], ([, text = '']) => text.replace(/<[^>]+>/g, ''))

test('every public page has its own title, description and canonical URL', async () => {
  const lists = ['/buy', '/buy/2', '/buy?category=TEE', '/collections']
  const texts = ['/returnPolicy', '/cancel', '/privacy', '/term', '/ship', '/contact', '/help-center', '/order-tracking', '/login']
  const titles = new Set<string>()
  for (const path of [...lists, ...texts]) {
    const { title = '', description, canonical, isHidden, isWhole } = await open(path)
    expect(title, path).not.toBe('')
    expect(description, path).toBeTruthy()
    expect([canonical, isHidden, isWhole], path).toEqual([origin + path, false, true])
    expect([...titles], path).not.toContain(title)
    titles.add(title)
  }
})

test('the page of the login has one canonical URL, wherever it leads', async () => {
  expect((await open('/login?to=%2FUserDashboard')).canonical).toBe(`${origin}/login`)
})

test.each([
  '/homecart',
  '/orderNow',
  '/logout',
  '/UserDashboard/cart',
  '/UserDashboard/order-tracking',
  '/AdminDashboardWrapper',
  '/order-tracking?token=x',
  '/o/x',
  '/no-such-page',
])('%s is not indexed', async (path) => {
  expect((await open(path)).isHidden).toBe(true)
})

test('a link to a product shows its picture, and the page is whole', async () => {
  const { id } = await database.selectFrom('products').select('id').orderBy('created_at').limit(1).executeTakeFirstOrThrow()
  const { html, canonical, isWhole } = await open(`/product/${id}`)
  expect(isWhole).toBe(true)
  expect(canonical).toMatch(new RegExp(`^${origin}/product/${id}/`))
  const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  expect(picture).toMatch(new RegExp(`^${origin}/images/.+\\.jpeg$`))
  expect((await app.inject(picture.replace(origin, ''))).headers['content-type']).toBe('image/jpeg')
})

test('a dashboard has a heading before its scripts have run', async () => {
  for (const path of ['/UserDashboard', '/UserDashboard/cart', '/AdminDashboardWrapper'])
    expect((await open(path)).headings, path).toHaveLength(1)
})

test('paths match in any case', async () => {
  expect(await open('/HOMECART')).toMatchObject({ status: 200, headings: ['Your Cart'] })
})

test('an unknown path is a page of the shop with status 404 and a link back', async () => {
  const { status, headings, main } = await open('/nowhere')
  expect([status, headings]).toEqual([404, ['This lane leads nowhere']])
  expect(main).toMatch(/<a [^>]*href="\/buy"[^>]*>Back to the shop<\/a>/)
})

test('the header of every public page has the categories, a search and one link of the navigation', async () => {
  const paths = ['/buy', '/login', '/homecart', '/orderNow', '/order-tracking', '/returnPolicy', '/nowhere', '/product/none']
  for (const path of paths) {
    const { html } = await open(path)
    const categories = /<nav [^>]*aria-label="Shop by category".*?<\/nav>/s.exec(html)?.[0]
    expect(listLinks(categories), path).toEqual(['Tees', 'Joggers', 'Hoodie packs', 'Denim cargos', 'Kurtas', 'Shirts'])
    const navigation = /<nav aria-label="Main".*?<\/nav>/s.exec(html)?.[0]
    expect(navigation, path).toMatch(/<form [^>]*action="\/buy".*<input type="search" [^>]*name="q"/s)
    // The last two are in the menu of a phone.
    expect(listLinks(navigation), path).toEqual(['Home', 'Home', 'Login'])
  }
})

test('a link of an order that is not valid says so, leads on, and is neither stored nor sent on', async () => {
  for (const token of ['x.20000.y', 'track.x.0.20000.y', encodeURIComponent('😀/..'), 'a'.repeat(5_000)]) {
    const { main, html } = await open(`/o/${token}`)
    expect(main, token).toContain('This link is not valid. Please use the link in our email, or contact us with your order number.')
    expect(main, token).toMatch(/<a [^>]*href="\/contact"[^>]*>Contact us<\/a>/)
    expect(html, token).toContain('<meta name="referrer" content="no-referrer"')
    const { headers } = await app.inject(`/o/${token}`)
    expect(headers, token).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  }
})

test('an old link of an order leads to its page, and the answer is not stored', async () => {
  const { statusCode, headers } = await app.inject('/confirm-order?token=x.20000.y')
  expect(statusCode).toBe(302)
  expect(headers).toMatchObject({ location: '/o/x.20000.y', 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
})

test('the API has a documentation page whose scripts are allowed and served', async () => {
  const { statusCode, headers, body } = await app.inject('/api/v1/docs/')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(String(headers['content-security-policy'])).toMatch(/script-src [^;]*'self'/)
  const scripts = Array.from(
    body.matchAll(/<script src="([^"]+)"/g),
    ([, source = '']) => new URL(source, `${origin}/api/v1/docs/`).pathname,
  )
  expect(scripts.length).toBeGreaterThan(1)
  for (const script of scripts) expect((await app.inject(script)).headers['content-type'], script).toMatch(/javascript/)
})
