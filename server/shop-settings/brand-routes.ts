import type { FastifyInstance } from 'fastify'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { AppError } from '../errors.ts'
import { readBrandFile } from './brand-images.ts'

/** `/brand/<folder>/<file>`: the logo and the icons of the shop. A folder always has the same files, so responses never expire. */
export function brandRoutes(app: FastifyInstance, { images }: { images: ImageStore }): void {
  const options = { logLevel: 'warn', schema: { hide: true } } as const
  app.get<{ Params: { folder: string; file: string } }>('/brand/:folder/:file', options, async (request, reply) => {
    const bytes = await readBrandFile({ images, ...request.params })
    if (!bytes) throw new AppError('not_found')
    return reply.type('image/png').header('cache-control', 'public, max-age=31536000, immutable').send(bytes)
  })
}
