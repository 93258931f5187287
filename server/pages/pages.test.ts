import { describe, expect, test } from 'vitest'
import { pageLimits } from '#contract/pages/page-limits.ts'
import type { AdminPage } from '#contract/pages/pages.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, app, database, redirects, cookies } = await startShop()

const content = {
  title: 'About us',
  slug: 'about',
  sections: [{ heading: 'Since 1987', text: 'We **weave** in [Kochi](/buy).' }],
  place: 'menu',
}
const post = (path: string, body: object = {}) => request('POST', path, { cookies, body })
const create = async (change: object = {}): Promise<AdminPage> => (await post('/pages', { ...content, ...change })).json().page
const save = (page: AdminPage, change: object) =>
  request('PATCH', `/pages/${page._id}`, { cookies, body: { ...content, version: page.version, ...change } })
const act = (page: AdminPage, action: string, more: object = {}) => post(`/pages/${page._id}/${action}`, { version: page.version, ...more })
const publish = async (change: object = {}): Promise<AdminPage> => (await act(await create(change), 'publish')).json().page
const read = (slug: string) => request('GET', `/pages/${slug}`)
const listLinks = async () => (await request('GET', '/pages')).json().pages
const remove = (page: AdminPage) => request('DELETE', `/pages/${page._id}`, { cookies })
const findRedirect = (url: string) => redirects.find({ url, client: '192.0.2.1' })

async function uploadPicture() {
  const form = buildMultipartForm({ image: await createTestImage().png().toBuffer() })
  return (await request('POST', '/settings/pictures', { cookies, ...form })).json().picture
}

describe('a page', () => {
  test('is shown, linked and listed in the sitemap from its publication on', async () => {
    const draft = await create()
    expect(draft).toMatchObject({ title: 'About us', value: null, draft: { slug: 'about', place: 'menu', description: '' }, version: 1 })
    expect((await read('about')).statusCode).toBe(404)
    expect(await listLinks()).toEqual([])

    const published = (await act(draft, 'publish')).json().page
    expect(published).toMatchObject({ draft: null, value: { slug: 'about' }, version: 2 })
    expect((await read('ABOUT')).json()).toEqual({
      slug: 'about',
      title: 'About us',
      description: '',
      sections: [
        {
          heading: 'Since 1987',
          text: [{ kind: 'paragraph', content: ['We ', { bold: 'weave' }, ' in ', { text: 'Kochi', href: '/buy' }, '.'] }],
          picture: null,
        },
      ],
    })
    expect(await listLinks()).toEqual([{ slug: 'about', title: 'About us', place: 'menu' }])
    expect((await app.inject('/sitemap-pages.xml')).body).toContain('/pages/about<')
    await remove(published)
    expect((await read('about')).statusCode).toBe(404)
  })

  test('has pictures of the existing upload', async () => {
    const picture = { ...(await uploadPicture()), alt: 'The loom' }
    const page = await publish({ slug: 'lookbook', sections: [{ picture }] })
    expect((await read('lookbook')).json().sections).toEqual([{ heading: '', text: [], picture }])
    await remove(page)
  })

  test('shows its draft only to those who have a preview link', async () => {
    const page = await publish()
    await save(page, { title: 'Our story' })
    const { href } = (await post(`/pages/${page._id}/preview`)).json()
    expect(href).toMatch(/^\/pages\/about\?preview=/)
    const preview = new URL(href, 'http://shop.test').searchParams.get('preview')
    expect((await request('GET', `/pages/about/preview?preview=${preview}`)).json().title).toBe('Our story')
    expect((await request('GET', '/pages/about/preview?preview=1.x')).statusCode).toBe(404)
    expect((await read('about')).json().title).toBe('About us')
    await remove(page)
  })

  test('leads from its former address to the new one, also of another language', async () => {
    const page = await publish()
    const { page: saved } = (await save(page, { slug: 'our-story' })).json()
    expect((await read('about')).statusCode).toBe(200)
    const { page: moved } = (await act(saved, 'publish')).json()
    expect((await read('about')).statusCode).toBe(404)
    expect(findRedirect('/pages/about?utm_source=insta')).toBe('/pages/our-story?utm_source=insta')
    expect(findRedirect('/en-in/pages/our-story')).toBe('/pages/our-story')

    const { page: back } = (await act(moved, 'undo')).json()
    expect(back.value.slug).toBe('about')
    expect((await read('about')).statusCode).toBe(200)
    expect(findRedirect('/pages/our-story')).toBe('/pages/about')
    await remove(back)
    expect(findRedirect('/en-in/pages/about')).toBe('/contact')
    await database.deleteFrom('redirects').execute()
    await redirects.load()
  })

  test('is taken back, shown no longer and restored', async () => {
    const first = await publish()
    const { page: second } = (await act((await save(first, { title: 'Our story' })).json().page, 'publish')).json()
    const { page: back } = (await act(second, 'undo')).json()
    expect(back).toMatchObject({ value: { title: 'About us' }, draft: null })

    const hidden = (await act(back, 'unpublish')).json()
    expect(hidden.message).toBe('The shop does not show this page any more')
    expect(hidden.page).toMatchObject({ value: null, draft: { title: 'About us' } })
    expect((await read('about')).statusCode).toBe(404)
    expect((await act(hidden.page, 'unpublish')).json().code).toBe('page_not_published')

    const { versions } = (await request('GET', `/pages/${first._id}/versions`, { cookies })).json()
    expect(versions.map(({ kind, title }: { kind: string; title: string | null }) => [kind, title])).toEqual([
      ['unpublished', null],
      ['taken back', 'About us'],
      ['published', 'Our story'],
      ['published', 'About us'],
    ])
    expect((await act(hidden.page, 'restore', { restored: versions[0].version })).json().code).toBe('page_version_missing')
    const { page: restored } = (await act(hidden.page, 'restore', { restored: versions[2].version })).json()
    expect(restored).toMatchObject({ value: null, draft: { title: 'Our story' } })
    // What was shown last comes back, beside the draft.
    const { page: shown } = (await act(restored, 'undo')).json()
    expect(shown).toMatchObject({ value: { title: 'About us' }, draft: { title: 'Our story' } })
    const { page: discarded } = (await act(shown, 'discard')).json()
    expect(discarded.draft).toBeNull()
    expect((await act(discarded, 'publish')).json().code).toBe('page_draft_missing')
    await remove(discarded)
  })

  test('is changed only by the one who knows its current version', async () => {
    const page = await publish()
    const stale = { ...page, version: page.version - 1 }
    for (const action of ['publish', 'unpublish', 'undo', 'discard', 'restore'])
      expect((await act(stale, action, { restored: 2 })).json().code, action).toBe('page_changed')
    expect((await save(stale, {})).json()).toMatchObject({ code: 'page_changed' })
    await remove(page)
    expect((await save(page, {})).json()).toMatchObject({ code: 'page_not_found' })
  })

  test('has an address of its own', async () => {
    const page = await publish()
    const other = await create({ slug: 'faq' })
    const taken = await post('/pages', content)
    expect([taken.statusCode, taken.json().code, taken.json().fields]).toEqual([
      409,
      'page_exists',
      { slug: 'There is a page with this address already.' },
    ])
    expect((await save(other, { slug: 'About' })).json().code).toBe('page_exists')
    // A draft holds its address, too.
    const { page: moving } = (await save(page, { slug: 'story' })).json()
    expect((await save(other, { slug: 'story' })).json().code).toBe('page_exists')
    await Promise.all([remove(moving), remove(other)])
  })
})

test('the menu shows pages in the order that was chosen', async () => {
  const pages = [await publish({ slug: 'one' }), await publish({ slug: 'two' }), await publish({ slug: 'three', place: 'none' })]
  const ids = pages.map(({ _id }) => _id).toReversed()
  expect((await post('/pages/order', { ids })).json().message).toBe('Order saved')
  expect((await listLinks()).map(({ slug }: { slug: string }) => slug)).toEqual(['three', 'two', 'one'])
  expect((await post('/pages/order', { ids: ids.slice(1) })).json().code).toBe('page_changed')
  for (const page of pages) await remove(page)
})

test.each([
  [{ title: ' ' }, { title: 'Title is required.' }],
  [{ title: 'x'.repeat(81) }, { title: 'Title is too long.' }],
  [{ slug: 'über uns' }, { slug: 'Use letters from a to z, digits and hyphens.' }],
  [{ description: 'a\nb' }, { description: 'Description must be one line.' }],
  [{ place: 'header' }, { place: 'Choose a place of the list.' }],
  [{ sections: [] }, { sections: 'Add at least one section.' }],
  [{ sections: [{ text: 'One' }, {}] }, { 'sections.1.text': 'Write a text, add a picture or remove this section.' }],
  [
    { sections: [{ text: '[x](javascript:alert(1))' }] },
    { 'sections.0.text': 'A link is a path such as /buy?category=TEE or an address that begins with https://.' },
  ],
  [
    { sections: [{ picture: { image: 'https://x.test/a.png', backdrop: '#000000', alt: '' } }] },
    { 'sections.0.picture.image': 'Upload a picture.' },
  ],
])('says what is wrong with %j', async (change, fields) => {
  const reply = await post('/pages', { ...content, ...change })
  expect([reply.statusCode, reply.json().fields]).toEqual([400, fields])
})

test('the longest page is saved', async () => {
  const sections = Array.from({ length: 10 }, () => ({ text: 'क'.repeat(pageLimits.textLength) }))
  const page = await publish({ slug: 'long', sections })
  expect((await read('long')).json().sections).toHaveLength(10)
  await remove(page)
})

test('a shop has at most 100 pages', async () => {
  const draft = JSON.stringify({ ...content, description: '' })
  await database
    .insertInto('pages')
    .values(Array.from({ length: pageLimits.pages }, (_, position) => ({ draft, position, changed_by: null })))
    .execute()
  expect((await post('/pages', { ...content, slug: 'more' })).json().code).toBe('pages_full')
  await database.deleteFrom('pages').execute()
})
