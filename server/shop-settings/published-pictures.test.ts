import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { requireStatus } from '#testing/require-status.ts'
import { startShop } from '#testing/start-shop.ts'
import { createSsr } from '../http/pages/ssr.ts'
import { parseSettings } from '../kernel/settings.ts'

const { request, app, cookies } = await startShop({ ssr: createSsr({ settings: parseSettings({}), development: false }) })

/** Publishes a group with some fields changed. */
async function publish(group: string, fields: object) {
  const { value, version } = (await request('GET', '/settings', { cookies })).json().groups[group]
  const saved = await request('PATCH', `/settings/${group}`, { cookies, body: { version, value: { ...value, ...fields } } })
  requireStatus(saved, 200)
  requireStatus(await request('POST', `/settings/${group}/publish`, { cookies, body: { version: saved.json().state.version } }), 200)
}

describe('a picture', () => {
  const upload = async (path: string, fields: Record<string, string | Uint8Array>) =>
    request('POST', path, { cookies, ...buildMultipartForm(fields) })

  test('becomes the icon of the manifest and of pages, in its sizes', async () => {
    const image = await createTestImage().png().toBuffer()
    const { image: icon } = (await upload('/settings/brand-images', { image })).json()
    expect(icon).toMatch(/^\/brand\/[0-9a-f]{16}$/)
    await publish('shop', { icon })
    const { icons } = (await app.inject('/site.webmanifest')).json()
    for (const { src, sizes } of icons) {
      const { rawPayload } = await app.inject(src)
      const { width, height } = await sharp(rawPayload).metadata()
      expect(`${width}x${height}`, src).toBe(sizes)
    }
    expect((await app.inject('/buy')).body).toContain(`${icon}/icon-32.png`)
    for (const path of ['x/icon-192.png', `${icon.slice(7)}/secret`, `${icon.slice(7)}/constructor`, '0123456789abcdef/logo.png'])
      expect((await app.inject(`/brand/${path}`)).statusCode).toBe(404)
  })

  test('becomes the logo in the header', async () => {
    const image = await createTestImage().png().toBuffer()
    const { image: logo } = (await upload('/settings/brand-images', { image })).json()
    await publish('shop', { logo, name: 'Kalai' })
    expect((await app.inject('/buy')).body).toContain(`<img src="${logo}/logo.png" alt="Kalai"`)
    expect((await app.inject(`${logo}/logo.png`)).headers['content-type']).toBe('image/png')
  })

  test('that is no image is refused', async () => {
    for (const path of ['/settings/brand-images', '/settings/pictures']) {
      const reply = await upload(path, { image: Buffer.from('<svg onload="alert(1)">') })
      expect([reply.statusCode, reply.json().code], path).toEqual([415, 'image_type'])
    }
  })
})

test('a shared link has the card, the title and the colour of the shop', async () => {
  const readMeta = async () => {
    const { body } = await app.inject('/buy')
    const find = (pattern: RegExp) => pattern.exec(body)?.[1]
    return {
      title: find(/<title>([^<]+)</),
      image: find(/property="og:image" content="[^"]*?(\/[a-z-]+[/.][^"]*)"/),
      theme: find(/name="theme-color" content="([^"]+)" media="\(prefers-color-scheme: light\)"/),
    }
  }
  const form = buildMultipartForm({ image: await createTestImage().png().toBuffer(), focusX: '50', focusY: '50' })
  const { picture } = (await request('POST', '/settings/pictures', { ...form, cookies })).json()
  await publish('front-page', { picture: { ...picture, alt: 'Weavers' } })
  await publish('shop', { frontTitle: 'Asha, handloom from Kutch' })
  await publish('colours', { ground: 'white' })
  const { title, image, theme } = await readMeta()
  expect([title, theme]).toEqual(['Asha, handloom from Kutch', '#ffffff'])
  expect(image).toMatch(/^\/social-card\/[0-9a-f]{16}\.jpg$/)
  expect((await app.inject(image ?? '')).headers['content-type']).toBe('image/jpeg')
  expect((await app.inject('/site.webmanifest')).json()).toMatchObject({ theme_color: '#ffffff', background_color: '#ffffff' })
})
