import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '#testing/free-port.ts'
import { createTestImage } from '#testing/pictures.ts'
import { s3Keys, startS3Server } from '#testing/s3-server.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { createImageVariants } from '../catalog/pictures/image-variants.ts'
import { parseSettings } from '../kernel/settings.ts'
import { StartupError } from '../kernel/startup-error.ts'
import { createImageStore } from './create-image-store.ts'
import { createS3Images } from './images-s3.ts'

const bucket = 'test-images'
let folder: string
let s3: Awaited<ReturnType<typeof startS3Server>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-test-'))
  s3 = await startS3Server({ bucket })
})

afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (environment: Record<string, string> = {}) =>
  createImageStore({ settings: parseSettings({ DATA_DIR: folder, ...environment }) })
const openBucket = (change: Record<string, string> = {}) =>
  open({ ...s3Keys, IMAGE_STORE: `s3://${bucket}?endpoint=${s3.endpoint}`, ...change })

describe.each([
  ['a folder', () => open()],
  ['a bucket', () => openBucket()],
])('images in %s', (_name, openStore) => {
  let images: ImageStore
  beforeAll(async () => {
    images = await openStore()
  })

  test('are read back byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, place) => place % 256))
    await images.write('masters/kurinji-tee-1f0c.webp', bytes)
    expect(await images.read('masters/kurinji-tee-1f0c.webp')).toEqual(bytes)
  })

  test('that do not exist are undefined', async () => {
    expect(await images.read('masters/never.webp')).toBeUndefined()
  })

  test('are overwritten by a later write', async () => {
    await images.write('masters/twice.webp', Buffer.from('first'))
    await images.write('masters/twice.webp', Buffer.from('second'))
    expect(String(await images.read('masters/twice.webp'))).toBe('second')
  })

  test('are removed, also when they do not exist', async () => {
    await images.write('masters/gone.webp', Buffer.from('cloth'))
    for (const _time of [1, 2]) await images.remove('masters/gone.webp')
    expect(await images.read('masters/gone.webp')).toBeUndefined()
  })

  test('are shared between servers', async () => {
    const other = await openStore()
    await images.write('masters/shared.webp', Buffer.from('cloth'))
    expect(String(await other.read('masters/shared.webp'))).toBe('cloth')
  })

  test('get their variants created and stored once', async () => {
    await images.write('masters/wide.webp', await createTestImage({ width: 640, height: 800 }).webp().toBuffer())
    const made = await createImageVariants({ images, onWriteError: console.error }).get({ imageKey: 'wide', width: 320, format: 'avif' })
    expect(await sharp(made).metadata()).toMatchObject({ width: 320, height: 400 })
    expect(await images.read('derived/wide/320.avif')).toEqual(made)
  })
})

test('a concurrent read of an image in the folder never sees a partial file', async () => {
  const images = await open()
  const written = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(300_000))
  await images.write('masters/busy.webp', Buffer.from('a'))
  const writes = Promise.all(written.map((text) => images.write('masters/busy.webp', Buffer.from(text))))
  const reads = await Promise.all(Array.from({ length: 12 }, () => images.read('masters/busy.webp')))
  await writes
  for (const read of reads) expect(['a', ...written]).toContain(String(read))
})

test('a write leaves no temporary file', async () => {
  const images = await open()
  await images.write('masters/done.webp', Buffer.from('cloth'))
  expect(await readdir(join(folder, 'images', 'unfinished'))).toEqual([])
})

test.each(['../secret', 'masters/../../secret'])('the key %j outside of the folder is neither read nor written', async (key) => {
  const images = await open()
  await writeFile(join(folder, 'secret'), 'kept')
  await expect(images.read(key)).rejects.toThrow()
  await expect(images.write(key, Buffer.from('overwritten'))).rejects.toThrow()
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('kept')
})

/** A store that rejects every request with this S3 error code. */
async function startRejectingStore({ code }: { code: string }) {
  const server = createServer((request, reply) => {
    request.resume()
    reply.writeHead(403, { 'content-type': 'application/xml' })
    reply.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

describe('the startup error for an unusable bucket is one line that names the setting:', () => {
  const expectLine = async (attempt: Promise<unknown>, line: RegExp) => {
    const problem = await attempt.catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(StartupError)
    expect((problem as Error).message).toMatch(line)
    expect((problem as Error).message).not.toContain('\n')
  }

  test.each([
    ['another name', /^Setting IMAGE_STORE.* no bucket nowhere/, () => ({ IMAGE_STORE: `s3://nowhere?endpoint=${s3.endpoint}` })],
    [
      'an unreachable endpoint',
      /^Setting IMAGE_STORE.*ECONNREFUSED/,
      async () => ({ IMAGE_STORE: `s3://${bucket}?endpoint=http://127.0.0.1:${await findFreePort()}` }),
    ],
    ['an unknown key', /^Setting AWS_ACCESS_KEY_ID.*InvalidAccessKeyId/, () => ({ AWS_ACCESS_KEY_ID: 'SOMEBODY' })],
  ])('%s', async (_name, line, change) => {
    await expectLine(openBucket(await change()), line)
  })

  test.each([
    ['SignatureDoesNotMatch', /AWS_SECRET_ACCESS_KEY.*SignatureDoesNotMatch/],
    ['ExpiredToken', /^Setting AWS_SESSION_TOKEN.*ExpiredToken/],
    ['AccessDenied', /^Setting IMAGE_STORE: these keys may not.*AccessDenied/],
  ])('%s', async (code, line) => {
    const store = await startRejectingStore({ code })
    await expectLine(openBucket({ IMAGE_STORE: `s3://${bucket}?endpoint=${store.endpoint}` }), line)
    store.close()
  })
})

test('a response that stops in the middle fails after the timeout', async () => {
  const stalling = createServer((_request, response) => void response.writeHead(200, { 'content-length': '1000' }).write('a part'))
  stalling.listen(0, '127.0.0.1')
  await once(stalling, 'listening')
  const { port } = stalling.address() as AddressInfo
  const place = { bucket, region: 'eu-central-1', endpoint: `http://127.0.0.1:${port}` }
  const images = createS3Images({ ...place, getCredentials: async () => ({ accessKeyId: 'key', secretAccessKey: 'secret' }) }, 300)
  await expect(images.read('masters/half.webp')).rejects.toThrow()
  stalling.closeAllConnections()
  stalling.close()
})
