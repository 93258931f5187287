import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'
import { createSsr } from '../http/pages/ssr.ts'
import { parseSettings } from '../kernel/settings.ts'

const ssr = createSsr({ settings: parseSettings({}), development: false })
const { app, request, database, cookies } = await startShop({ ssr })
await createTestProduct({ database })

const open = async (url = '/buy') => (await app.inject({ url, headers: { host: 'shop.test', accept: 'text/html' } })).body
async function save(group: string, change: object) {
  const { version, value } = (await request('GET', '/settings', { cookies })).json().groups[group]
  return request('PATCH', `/settings/${group}`, { cookies, body: { version, value: { ...value, ...change } } })
}
async function publish(group: string, change: object) {
  const { state } = (await save(group, change)).json()
  return request('POST', `/settings/${group}/publish`, { cookies, body: { version: state.version } })
}
const picture = (name: string) => ({ image: `/images/${name}/800.jpeg`, backdrop: '#aabbcc', alt: name })
const fields = async (change: object) => (await save('front-page', change)).json().fields

test('one picture is shown as before, and several in a row of which only the first is loaded early', async () => {
  expect(await open()).not.toMatch(/hero-slides|morePictures/)
  await publish('front-page', { picture: picture('one-1') })
  expect(await open()).not.toMatch(/hero-slides|morePictures/)
  await publish('front-page', { morePictures: [picture('two-2'), picture('three-3')] })
  const html = await open()
  const slides = /<section aria-label="Pictures" tabindex="0" class="hero-slides">.*?<\/figure>/s.exec(html)?.[0] ?? ''
  const images = Array.from(slides.matchAll(/<img [^>]*>/g), ([tag]) => [/alt="([^"]+)"/.exec(tag)?.[1], /loading="(\w+)"/.exec(tag)?.[1]])
  expect(images).toEqual([
    ['one-1', 'eager'],
    ['two-2', 'lazy'],
    ['three-3', 'lazy'],
  ])
  expect(html.match(/rel="preload" as="image"/g)).toHaveLength(1)
  await publish('front-page', { picture: null, morePictures: [] })
})

test('further pictures need a first one and no video', async () => {
  const morePictures = [picture('two-2')]
  expect(await fields({ morePictures })).toEqual({ morePictures: 'Add the first picture too.' })
  expect(await fields({ picture: picture('one-1'), video: '/videos/fedcba9876543210.mp4', morePictures })).toEqual({
    morePictures: 'A video plays in the place of the pictures. Remove it, or the further pictures.',
  })
  expect(await fields({ picture: picture('one-1'), morePictures: Array.from({ length: 5 }, () => picture('x-1')) })).toEqual({
    morePictures: 'The front page has at most 4 further pictures.',
  })
})

test('a second and a third page of the shop elsewhere are linked by their hosts', async () => {
  const usual = await open()
  expect(usual).toContain('>Follow us</a>')
  expect(usual).not.toContain('moreSocialUrls')
  await publish('shop', { socialUrl2: 'https://www.youtube.com/@shop', socialUrl3: 'https://facebook.com/shop?x=1' })
  for (const path of ['/buy', '/contact']) {
    const html = await open(path)
    expect(html, path).toMatch(/href="https:\/\/www\.youtube\.com\/@shop"[^>]*>youtube\.com<\/a>/)
    expect(html, path).toMatch(/href="https:\/\/facebook\.com\/shop\?x=1"[^>]*>facebook\.com<\/a>/)
  }
  expect(await open()).toContain(
    '"sameAs":["https://instagram.com/loomandlane","https://www.youtube.com/@shop","https://facebook.com/shop?x=1"]',
  )
})
