import type { FastifyInstance } from 'fastify'
import { cutText } from '#contract/kernel/cut-text.ts'
import { toThemeColours } from '#contract/settings/colours.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Database } from '../../database/schema.ts'
import { describeRange, describeStore } from './describe-store.ts'

/** The web app manifest, with the name of the shop and what it sells. */
export function serveWebManifest(
  app: FastifyInstance,
  { readDatabase: database, shopSettings }: { readDatabase: Database; shopSettings: { readonly current: ShopSettings } },
): void {
  const manifest = {
    lang: 'en-IN',
    id: '/buy',
    start_url: '/buy',
    scope: '/',
    // With the browser's URL bar: shoppers must see the URL of a bank's page. iOS knows neither, opens such a page apart from the
    // shop, and notifies administrators in a standalone app only.
    display: 'standalone',
    display_override: ['minimal-ui'],
    categories: ['shopping'],
  }
  app.get('/site.webmanifest', async (_request, reply) => {
    const categories = await database.selectFrom('categories').select(['name', 'is_hidden as isHidden']).orderBy('position').execute()
    const { name, icon } = shopSettings.current.shop
    const { light } = toThemeColours(shopSettings.current.colours)
    const folder = icon ?? ''
    const icons = [
      { src: `${folder}/icon-192.png`, sizes: '192x192', type: 'image/png' },
      { src: `${folder}/icon-512.png`, sizes: '512x512', type: 'image/png' },
      { src: `${folder}/icon-maskable-512.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ]
    const description = describeStore(shopSettings.current, { range: describeRange(categories) })
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        JSON.stringify({
          name,
          short_name: cutText(name, 24),
          ...manifest,
          background_color: light,
          theme_color: light,
          icons,
          description,
        }),
      )
  })
}
