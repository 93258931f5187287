import type { FastifyInstance } from 'fastify'
import type { ImageStore } from '../../catalog/pictures/image-store.ts'
import { AppError } from '../../kernel/errors.ts'
import { readVideo } from './front-page-videos.ts'

interface ByteRange {
  readonly start: number
  /** the last byte */
  readonly end: number
}

/** One range of bytes (RFC 9110, 14.1.2): undefined for none or several, which are answered with the whole file; null for one outside. */
export function parseRange({ header, length }: { header: string | undefined; length: number }): ByteRange | null | undefined {
  const { from, to } = /^bytes=(?<from>\d{0,15})-(?<to>\d{0,15})$/.exec(header ?? '')?.groups ?? {}
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') return Number(to) === 0 ? null : { start: Math.max(length - Number(to), 0), end: length - 1 }
  const start = Number(from)
  const end = to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= length ? null : { start, end }
}

/** `/videos/<file>`: the video of the front page, in parts for Safari. A file never changes, so responses never expire. */
export function videoRoutes(app: FastifyInstance, { images }: { images: ImageStore }): void {
  const options = { logLevel: 'warn', schema: { hide: true } } as const
  app.get<{ Params: { file: string } }>('/videos/:file', options, async (request, reply) => {
    const video = await readVideo({ images, file: request.params.file })
    if (!video) throw new AppError('not_found')
    const { bytes, type } = video
    // All parts of a file have one tag.
    const etag = `"${request.params.file}"`
    reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'public, max-age=31536000, immutable', etag })
    const range = parseRange({ header: request.headers.range, length: bytes.length })
    if (range === null)
      return reply
        .code(416)
        .headers({ 'content-range': `bytes */${bytes.length}`, 'cache-control': 'no-store' })
        .send()
    if (range === undefined) return reply.type(type).send(bytes)
    const { start, end } = range
    reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes.length}`)
    return reply.type(type).send(bytes.subarray(start, end + 1))
  })
}
