import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { imageFormats, imageWidths } from '#contract/images.ts'
import type { AppDependencies } from '../dependencies.ts'
import { AppError } from '../errors.ts'
import { createDerivatives, type Wanted } from './image-variants.ts'

/** Seconds after which a browser may ask again. */
const retryAfterUnread = 10

const fileName = new RegExp(`^(${imageWidths.join('|')})\\.(${imageFormats.join('|')})$`)

/** `640.avif` of a known width and format; anything else is nothing. */
function readWanted({ key, file }: { key: string; file: string }): Wanted | undefined {
  const match = fileName.exec(file)
  if (!match || !/^[a-z0-9-]{1,160}$/.test(key)) return undefined
  return { imageKey: key, width: Number(match[1]), format: match[2] as Wanted['format'] }
}

/** A store that is away: the picture is missing for a while, and nothing else is. */
function refuseForNow({ err, log }: { err: unknown; log: FastifyBaseLogger }): never {
  log.error({ err }, 'a picture could not be read')
  throw new AppError('unavailable', { retryAfterSeconds: retryAfterUnread })
}

/** `/images/<key>/<width>.<format>`. A key is never used for another picture, so the answer may be kept for ever. */
export function imageRoutes(app: FastifyInstance, { images }: Pick<AppDependencies, 'images'>): void {
  const derivatives = createDerivatives({ images, warn: (err) => app.log.warn({ err }, 'a picture could not be kept') })
  app.get<{ Params: { key: string; file: string } }>(
    '/images/:key/:file',
    { logLevel: 'warn', schema: { hide: true } },
    async (request, reply) => {
      const wanted = readWanted(request.params)
      const bytes = wanted && (await derivatives.find(wanted).catch((err: unknown) => refuseForNow({ err, log: request.log })))
      if (!wanted || !bytes) throw new AppError('not_found')
      return reply.type(`image/${wanted.format}`).header('cache-control', 'public, max-age=31536000, immutable').send(bytes)
    },
  )
}
