import type { FastifyInstance } from 'fastify'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { AppError } from '../kernel/errors.ts'
import { readBrandFile } from './brand-images.ts'
import { findSocialCard, readSocialCard } from './social-card.ts'

interface BrandDependencies {
  readonly images: ImageStore
  readonly shopSettings: { readonly current: ShopSettings }
}

/**
 * `/brand/<folder>/<file>`: the logo and the icons of the shop. A folder always has the same files, so responses never expire.
 * `/social-card/<version>.jpg`: the picture of shared links. Only that of today is drawn, whichever version is asked for.
 */
export function brandRoutes(app: FastifyInstance, { images, shopSettings }: BrandDependencies): void {
  const options = { logLevel: 'warn', schema: { hide: true } } as const
  app.get<{ Params: { folder: string; file: string } }>('/brand/:folder/:file', options, async (request, reply) => {
    const bytes = await readBrandFile({ images, ...request.params })
    if (!bytes) throw new AppError('not_found')
    return reply.type('image/png').header('cache-control', 'public, max-age=31536000, immutable').send(bytes)
  })
  app.get<{ Params: { file: string } }>('/social-card/:file', options, async (request, reply) => {
    const card = findSocialCard(shopSettings.current)
    const bytes = card && (await readSocialCard({ images, card }))
    if (!bytes) throw new AppError('not_found')
    const isCurrent = card.path === `/social-card/${request.params.file}`
    return reply
      .type('image/jpeg')
      .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      .send(bytes)
  })
}
