import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'

/** The web app manifest, with the name of the shop. */
export function serveWebManifest(app: FastifyInstance, { settings }: { settings: Settings }): void {
  const manifest = JSON.stringify({
    name: settings.STORE_NAME,
    short_name: settings.STORE_NAME.slice(0, 24),
    description: 'Tees, joggers, hoodie packs and denim cargos, sent free across India.',
    lang: 'en-IN',
    id: '/buy',
    start_url: '/buy',
    scope: '/',
    // With the browser's URL bar: shoppers must see the URL of a bank's page.
    display: 'minimal-ui',
    background_color: '#f9f5ec',
    theme_color: '#f9f5ec',
    categories: ['shopping'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
  app.get('/site.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'public, max-age=3600').send(manifest),
  )
}
