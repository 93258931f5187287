import type { FastifyInstance } from 'fastify'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { getOrigin } from '../../http/url.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { ShopSigningKeys } from '../agents/signing-keys.ts'
import { buildProfile } from './build-profile.ts'
import { writeLlmsText } from './write-llms-text.ts'

/** Assistants keep the profile that long. The protocol demands a minute at least. */
const maxAgeSeconds = 300

interface ProfileDependencies {
  readonly settings: Pick<Settings, 'PUBLIC_URL' | 'secure' | 'UCP'>
  readonly shopSettings: { readonly current: ShopSettings }
  readonly ucpSigningKeys: ShopSigningKeys
}

/** Serves what assistants learn about the shop: the profile of the protocol, unless it is off, and `llms.txt`. */
export function profileRoutes(pages: FastifyInstance, { settings, shopSettings, ucpSigningKeys }: ProfileDependencies): void {
  pages.get('/llms.txt', async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${maxAgeSeconds}`)
    return writeLlmsText({ origin: getOrigin({ settings, request }), shop: shopSettings.current.shop, hasUcp: settings.UCP })
  })
  if (!settings.UCP) return
  pages.get('/.well-known/ucp', async (request, reply) => {
    reply.header('cache-control', `public, max-age=${maxAgeSeconds}`)
    const origin = getOrigin({ settings, request })
    return buildProfile({ origin, signingKeys: ucpSigningKeys.list(), sendsOrders: settings.secure })
  })
}
