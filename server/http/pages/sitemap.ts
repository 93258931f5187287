import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { apiBase } from '#contract/api.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import { countRows } from '../../database/count-rows.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { isShownToday } from '../../database/shown-today.ts'
import { escapeXml } from '../../kernel/escape-xml.ts'
import type { Settings } from '../../kernel/settings.ts'
import { getOrigin } from '../url.ts'

/** The format allows 50,000. */
const productsPerFile = 5_000

const maxAgeSeconds = 3_600

/** Paths that are private or different for each visitor. Links in mails led to the pages with a query until November 2026. */
const privatePaths = [
  `${apiBase}/`,
  '/UserDashboard',
  '/AdminDashboardWrapper',
  '/logout',
  '/homecart',
  '/cart-link',
  '/orderNow',
  '/order-summary',
  '/order-tracking?',
  '/o/',
  '/reset-pin',
  '/verify-email',
  '/join-staff',
  '/complete-address',
  '/confirm-order',
  '/add-order',
  '/order-placed',
  '/payment-result',
  '/pay-order',
  '/back-in-stock',
]

const privatePrefixes = privatePaths.map((path) => path.toLowerCase())

const publicPaths = ['/size-guide', '/returnPolicy', '/cancel', '/privacy', '/term', '/ship', '/contact', '/help-center', '/order-tracking']

const elements = { index: { list: 'sitemapindex', item: 'sitemap' }, pages: { list: 'urlset', item: 'url' } }

function sendSitemap({ reply, kind, urls }: { reply: FastifyReply; kind: keyof typeof elements; urls: readonly string[] }): FastifyReply {
  const { list, item } = elements[kind]
  const items = urls.map((url) => `<${item}><loc>${escapeXml(url)}</loc></${item}>\n`).join('')
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', `public, max-age=${maxAgeSeconds}`)
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items}</${list}>\n`)
}

/** Tells search engines not to list private pages: robots.txt alone does not keep out a page that others link to. */
export function forbidIndexing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const url = request.url.toLowerCase()
    if (privatePrefixes.some((prefix) => url.startsWith(prefix))) reply.header('x-robots-tag', 'noindex')
    done()
  })
}

/** robots.txt and the sitemaps: an index, one file of pages, and a file for each `productsPerFile` products. */
export function serveSitemap(
  app: FastifyInstance,
  { readDatabase: database, settings }: { readDatabase: Database; settings: Settings },
): void {
  const products = database.selectFrom('products').where(onSale)

  app.get('/robots.txt', (request, reply) => {
    const rules = privatePaths.map((path) => `Disallow: ${path}`)
    const lines = ['User-agent: *', ...rules, '', `Sitemap: ${getOrigin({ settings, request })}/sitemap.xml`, '']
    return reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${maxAgeSeconds}`).send(lines.join('\n'))
  })

  app.get('/sitemap.xml', async (request, reply) => {
    const origin = getOrigin({ settings, request })
    const total = await countRows(products)
    const productFiles = Array.from({ length: Math.ceil(total / productsPerFile) }, (_, index) => `products-${index + 1}`)
    return sendSitemap({ reply, kind: 'index', urls: ['pages', ...productFiles].map((name) => `${origin}/sitemap-${name}.xml`) })
  })

  app.get('/sitemap-pages.xml', async (request, reply) => {
    const origin = getOrigin({ settings, request })
    const categories = await database
      .selectFrom('categories')
      .select(['key', sql<boolean>`size_guide is not null`.as('hasGuide')])
      .where('is_hidden', '=', false)
      .orderBy('position')
      .execute()
    const collections = await database.selectFrom('collections').select('slug').where(isShownToday).orderBy('id', 'desc').execute()
    const pages = await database.selectFrom('pages').select('slug').where('slug', 'is not', null).orderBy('position').execute()
    const listPaths = [
      '/buy',
      ...categories.map(({ key }) => `/buy?category=${key}`),
      ...categories.flatMap(({ key, hasGuide }) => (hasGuide ? [`/size-guide/${key}`] : [])),
      ...(collections.length > 0 ? ['/collections'] : []),
      ...collections.map(({ slug }) => `/collection/${slug}`),
      ...pages.map(({ slug }) => `/pages/${slug}`),
    ]
    return sendSitemap({ reply, kind: 'pages', urls: [...listPaths, ...publicPaths].map((path) => origin + path) })
  })

  app.get<{ Params: { file: string } }>('/sitemap-products-:file(^\\d{1,6}).xml', async (request, reply) => {
    const offset = (Number(request.params.file) - 1) * productsPerFile
    // Oldest first (ids are in order of time), so that new products only lengthen the last file.
    const query = products.select(['id', 'name']).orderBy('id').limit(productsPerFile).offset(offset)
    const listed = offset < 0 ? [] : await query.execute()
    if (listed.length === 0) return reply.status(404).send('Not found.')
    const origin = getOrigin({ settings, request })
    return sendSitemap({ reply, kind: 'pages', urls: listed.map(({ id, name }) => origin + productHref({ _id: id, name })) })
  })
}
