import type { FastifyInstance } from 'fastify'
import { getOrigin } from '../../http/url.ts'
import type { Settings } from '../../kernel/settings.ts'
import { buildProfile } from './build-profile.ts'

/** Assistants keep the profile that long. The protocol demands a minute at least. */
const maxAgeSeconds = 300

/** Serves the profile, from which assistants learn how to read the shop. */
export function profileRoutes(pages: FastifyInstance, { settings }: { settings: Pick<Settings, 'PUBLIC_URL'> }): void {
  pages.get('/.well-known/ucp', async (request, reply) => {
    reply.header('cache-control', `public, max-age=${maxAgeSeconds}`)
    return buildProfile({ origin: getOrigin({ settings, request }) })
  })
}
