import type { FastifyInstance } from 'fastify'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Settings } from '../../kernel/settings.ts'
import { getOrigin } from '../url.ts'

/** RFC 9116 recommends less than a year. */
const validDays = 180
const millisecondsPerDay = 86_400_000
const maxAgeSeconds = 86_400

/** At midnight, so that the file changes once a day. */
function toExpiry(now: number): string {
  return new Date((Math.floor(now / millisecondsPerDay) + validDays) * millisecondsPerDay).toISOString()
}

/** Tells who finds a vulnerability whom to write to (RFC 9116). */
export function serveSecurityTxt(
  app: FastifyInstance,
  { settings, shopSettings }: { settings: Pick<Settings, 'PUBLIC_URL'>; shopSettings: { readonly current: ShopSettings } },
): void {
  app.get('/.well-known/security.txt', (request, reply) => {
    const canonical = `${getOrigin({ settings, request })}/.well-known/security.txt`
    const lines = [
      `Contact: mailto:${shopSettings.current.shop.email}`,
      `Expires: ${toExpiry(Date.now())}`,
      'Preferred-Languages: en',
      // The format allows https only.
      ...(canonical.startsWith('https:') ? [`Canonical: ${canonical}`] : []),
      '',
    ]
    return reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${maxAgeSeconds}`).send(lines.join('\n'))
  })
}
