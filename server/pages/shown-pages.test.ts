import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AdminPage } from '#contract/pages/pages.ts'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { hostileText } from '#testing/fuzz/hostile.ts'
import { startShop } from '#testing/start-shop.ts'
import { createSsr } from '../http/pages/ssr.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { parseSettings } from '../kernel/settings.ts'

// The documents that the server renders of pages that an owner writes.

const responseCache = createResponseCache({ publicUrl: undefined })
responseCache.enable()
const { app, request, database, cookies } = await startShop({
  responseCache,
  publishTo: () => responseCache.invalidate(),
  ssr: createSsr({ settings: parseSettings({}), development: false, responseCache }),
})

const picture = { image: '/images/loom-0123/800.jpeg', backdrop: '#aabbcc', alt: 'The loom' }
const content = { title: 'About us', slug: 'about', sections: [{ text: 'We weave in Kochi.', picture }], place: 'menu' }
const post = (path: string, body: object = {}) => request('POST', path, { cookies, body })
async function publish(change: object = {}): Promise<AdminPage> {
  const { page } = (await post('/pages', { ...content, ...change })).json()
  return (await post(`/pages/${page._id}/publish`, { version: page.version })).json().page
}
const open = (url: string) => app.inject({ url, headers: { host: 'shop.test', accept: 'text/html' } })
const listLinks = (html: string) => Array.from(html.matchAll(/href="(\/pages\/[^"]+)"/g), ([, href]) => href)

test('a page is rendered with its title, its description and its picture for shared links', async () => {
  const page = await publish({ description: 'Who weaves our kurtas' })
  const { statusCode, body, headers } = await open('/pages/about')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, no-cache'])
  expect(body).toContain('<h1 class="title">About us</h1>')
  expect(body).toContain('We weave in Kochi.')
  for (const tag of [
    '<title>About us · Loom &amp; Lane</title>',
    '<meta name="description" content="Who weaves our kurtas"/>',
    '<link rel="canonical" href="http://shop.test/pages/about"/>',
    '<meta property="og:title" content="About us · Loom &amp; Lane"/>',
    '<meta property="og:image" content="http://shop.test/images/loom-0123/1200.jpeg"/>',
    '<meta property="og:image:alt" content="The loom"/>',
  ])
    expect(body).toContain(tag)
  await request('DELETE', `/pages/${page._id}`, { cookies })
})

test('without a description the beginning of its text is the one for search engines', async () => {
  const page = await publish({ sections: [{ heading: 'Hello' }, { text: '**We** weave.\n\n- In [Kochi](/buy)' }] })
  expect((await open('/pages/about')).body).toContain('<meta name="description" content="We weave. In Kochi"/>')
  await request('DELETE', `/pages/${page._id}`, { cookies })
})

test('the shop links to a page from its publication to its end, in the place that was chosen', async () => {
  const before = (await open('/buy')).body
  expect(listLinks(before)).toEqual([])
  const menu = await publish()
  const footer = await publish({ slug: 'faq', title: 'Questions', place: 'footer' })
  await publish({ slug: 'secret', place: 'none' })
  const { body } = await open('/buy')
  expect(listLinks(body)).toEqual(['/pages/about', '/pages/faq'])
  expect(body.indexOf('ABOUT US')).toBeLessThan(body.indexOf('/pages/faq'))
  expect((await open('/pages/secret')).statusCode).toBe(200)
  await post(`/pages/${menu._id}/unpublish`, { version: menu.version })
  expect(listLinks((await open('/buy')).body)).toEqual(['/pages/faq'])
  expect((await open('/pages/about')).headers.location).toBe('/contact')
  await request('DELETE', `/pages/${footer._id}`, { cookies })
  expect(listLinks((await open('/buy')).body)).toEqual([])
  await database.deleteFrom('pages').execute()
})

test('a preview is not cached and not indexed', async () => {
  const { page } = (await post('/pages', content)).json()
  const { href } = (await post(`/pages/${page._id}/preview`)).json()
  const { statusCode, body, headers } = await open(href)
  expect([statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'private, no-store', 'noindex'])
  expect(body).toContain('This is a preview')
  await request('PATCH', `/pages/${page._id}`, { cookies, body: { ...content, title: 'Our story', version: page.version } })
  expect((await open(href)).body).toContain('<h1 class="title">Our story</h1>')
  expect((await open('/pages/about?preview=1.x')).headers.location).toBe('/contact')
  await request('DELETE', `/pages/${page._id}`, { cookies })
})

test('no text of a page becomes markup', async () => {
  const marked = hostileText.map((text) => `${text}<img src=x onerror=alert(1)><script>alert(1)</script>`)
  await fc.assert(
    fc.asyncProperty(marked, marked, async (heading, text) => {
      const reply = await post('/pages', { ...content, slug: 'fuzz', sections: [{ heading: heading.slice(-100), text }] })
      // A zero byte is refused.
      expect([201, 400]).toContain(reply.statusCode)
      if (reply.statusCode === 400) return
      const { page } = reply.json()
      await post(`/pages/${page._id}/publish`, { version: page.version })
      const { statusCode, body } = await open('/pages/fuzz')
      expect(statusCode).toBe(200)
      expect(body).not.toMatch(/<img src=x|<script>alert/)
      await request('DELETE', `/pages/${page._id}`, { cookies })
    }),
    fuzzRuns({ runs: 20 }),
  )
})
