import { describe, expect, test } from 'vitest'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { startShop } from '#testing/start-shop.ts'
import { buildMp4, buildWebm } from '#testing/video-files.ts'
import { createSsr } from '../../http/pages/ssr.ts'
import { parseSettings } from '../../kernel/settings.ts'
import { clearMetadata, parseMp4 } from './parse-mp4.ts'
import { parseRange } from './video-routes.ts'

const { request, app, cookies } = await startShop({ ssr: createSsr({ settings: parseSettings({}), development: false }) })
const png = await createTestImage().png().toBuffer()

const upload = async (path: string, fields: Record<string, Uint8Array>, session = cookies) =>
  request('POST', path, { cookies: session, ...buildMultipartForm(fields) })

async function save(fields: object) {
  const { value, version } = (await request('GET', '/settings', { cookies })).json().groups['front-page']
  return request('PATCH', '/settings/front-page', { cookies, body: { version, value: { ...value, ...fields } } })
}

describe('a video of the front page', () => {
  test.each([
    ['mp4', buildMp4()],
    ['webm', buildWebm()],
  ])('is stored as %s and played over the picture', async (type, video) => {
    const stored = await upload('/settings/videos', { video })
    expect(stored.statusCode, stored.body).toBe(201)
    const { video: path } = stored.json()
    expect(path).toMatch(new RegExp(`^/videos/[0-9a-f]{16}\\.${type}$`))
    const { picture } = (await upload('/settings/pictures', { image: png })).json()
    const { state } = (await save({ picture, video: path })).json()
    await request('POST', '/settings/front-page/publish', { cookies, body: { version: state.version } })
    const page = await app.inject('/buy')
    expect(page.body).toContain(path)
    // It is added by a script after the page, and its space is that of the picture.
    expect(page.body).not.toContain('<video')
    expect(page.headers['content-security-policy']).toContain("media-src 'self'")
    const { rawPayload, headers } = await app.inject(path)
    expect(rawPayload.length).toBe(video.length)
    expect(headers).toMatchObject({ 'content-type': `video/${type}`, 'accept-ranges': 'bytes', etag: `"${path.slice(8)}"` })
  })

  test('is published without the place where it was filmed', async () => {
    const film = buildMp4({ place: '+19.0760+072.8777/' })
    const { video } = (await upload('/settings/videos', { video: film })).json()
    const { rawPayload } = await app.inject(video)
    expect([film.includes('+19.0760'), rawPayload.includes('+19.0760'), rawPayload.length]).toEqual([true, false, film.length])
    expect(parseMp4(rawPayload)).toEqual({ type: 'mp4', seconds: 8 })
  })

  test('needs a picture, and its own path', async () => {
    expect((await save({ picture: null, video: '/videos/0123456789abcdef.mp4' })).json().fields).toEqual({
      video: 'Add a picture too: it is shown until the video plays.',
    })
    expect((await save({ video: 'https://elsewhere.example/a.mp4' })).json().fields).toEqual({ video: 'Upload a video.' })
  })

  test.each([
    ['a picture', png, 415, 'video_type'],
    ['a film of a camera', buildMp4({ brand: 'qt  ' }), 415, 'video_type'],
    ['a Matroska file', buildWebm({ docType: 'matroska' }), 415, 'video_type'],
    ['an empty one', new Uint8Array(), 400, 'invalid_request'],
    ['HEVC', buildMp4({ codec: 'hvc1' }), 415, 'video_codec'],
    ['an old codec', buildWebm({ codec: 'V_MPEG2' }), 415, 'video_codec'],
    ['half of one', buildMp4().subarray(0, -500), 400, 'video_damaged'],
    ['one without pictures', buildMp4().subarray(0, -1008), 400, 'video_damaged'],
    ['one that is too long', buildMp4({ seconds: 31 }), 400, 'video_too_long'],
    ['a long WebM', buildWebm({ seconds: 31 }), 400, 'video_too_long'],
    ['one without its length', buildWebm({ seconds: null }), 400, 'video_length_unknown'],
    ['one of 5 MB', buildMp4({ size: 5_000_000 }), 413, 'video_too_large'],
  ])('is refused: %s', async (_name, video, status, code) => {
    const reply = await upload('/settings/videos', { video })
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(reply.json().fields?.video, reply.body).toMatch(/\w/)
  })

  test('is sent in parts', async () => {
    const bytes = buildWebm({ size: 900 })
    const { video } = (await upload('/settings/videos', { video: bytes })).json()
    const read = async (range: string) => app.inject({ url: video, headers: { range } })
    const first = await read('bytes=0-1')
    expect([first.statusCode, first.headers['content-range']]).toEqual([206, `bytes 0-1/${bytes.length}`])
    expect(first.rawPayload.equals(bytes.subarray(0, 2))).toBe(true)
    const rest = await read('bytes=100-')
    expect([rest.statusCode, rest.rawPayload.equals(bytes.subarray(100))]).toEqual([206, true])
    // A browser puts the parts of one file together only if they have the same tag.
    expect(rest.headers.etag).toBe(first.headers.etag)
    const outside = await read(`bytes=${bytes.length}-`)
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    for (const path of ['0123456789abcdef.mp4', '0123456789abcdef.exe', 'x.mp4', '..%2Fsecret'])
      expect((await app.inject(`/videos/${path}`)).statusCode, path).toBe(404)
  })
})

test('ranges are read as browsers send them', () => {
  const parse = (header: string | undefined) => parseRange({ header, length: 1000 })
  expect(parse('bytes=10-19')).toEqual({ start: 10, end: 19 })
  expect(parse('bytes=990-5000')).toEqual({ start: 990, end: 999 })
  expect(parse('bytes=-10')).toEqual({ start: 990, end: 999 })
  expect(parse('bytes=-0')).toBeNull()
  for (const whole of [undefined, 'bytes=-', 'bytes=5-1', 'bytes=0-1,4-5', 'items=0-1']) expect(parse(whole), whole).toBeUndefined()
})

test('a file of any bytes never fails the reader', () => {
  const whole = buildMp4({ size: 20 })
  for (let end = 8; end < whole.length; end += 1) expect(typeof parseMp4(whole.subarray(0, end))).toBe('string')
  for (let at = 0; at + 4 <= whole.length; at += 1) {
    const broken = Buffer.from(whole)
    broken.fill(0xff, at, at + 4)
    expect(parseMp4(broken)).toBeDefined()
  }
})

test('boxes within boxes are read to the depth that a film has', () => {
  const depth = 100_000
  const nested = Buffer.alloc(depth * 8)
  for (let at = 0; at < nested.length; at += 8) {
    nested.writeUInt32BE(nested.length - at, at)
    nested.write('moov', at + 4, 'latin1')
  }
  expect(clearMetadata(nested)).toEqual(nested)
})
