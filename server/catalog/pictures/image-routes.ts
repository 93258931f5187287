import type { FastifyInstance } from 'fastify'
import { type ImageFormat, imageFormats, imageWidths, wholeImageFile, zoomWidth } from '#contract/catalog/pictures/images.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseImageKey } from './focal-point.ts'
import type { ImageStore } from './image-store.ts'
import { createImageVariants, type ImageVariant } from './image-variants.ts'

const retryAfterSeconds = 10

const fileName = new RegExp(`^(?<width>${[...imageWidths, zoomWidth].join('|')})\\.(?<format>${imageFormats.join('|')})$`)

/** Parses the key and a file name such as `640.avif`; undefined for an unknown width or format. */
function parseVariant({ key, file }: { key: string; file: string }): ImageVariant | undefined {
  if (!/^[a-z0-9-]{1,160}$/.test(key)) return undefined
  if (file === wholeImageFile) return { imageKey: parseImageKey(key).original, width: 'whole', format: 'webp' }
  const { width, format } = fileName.exec(file)?.groups ?? {}
  if (width === undefined) return undefined
  return { imageKey: key, width: Number(width), format: format as ImageFormat }
}

/** `/images/<key>/<width>.<format>`. A key always names the same image, so responses never expire. */
export function imageRoutes(app: FastifyInstance, { images }: { images: ImageStore }): void {
  const variants = createImageVariants({ images, onWriteError: (err) => app.log.warn({ err }, 'storing an image variant failed') })
  const options = { logLevel: 'warn', schema: { hide: true } } as const
  app.get<{ Params: { key: string; file: string } }>('/images/:key/:file', options, async (request, reply) => {
    const variant = parseVariant(request.params)
    if (!variant) throw new AppError('not_found')
    const bytes = await variants.get(variant).catch((err: unknown) => {
      request.log.error({ err }, 'reading an image failed')
      throw new AppError('unavailable', { retryAfterSeconds })
    })
    if (!bytes) throw new AppError('not_found')
    return reply.type(`image/${variant.format}`).header('cache-control', 'public, max-age=31536000, immutable').send(bytes)
  })
}
