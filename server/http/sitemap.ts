import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { categoryNames } from '#contract/business.ts'
import { apiBase } from '#contract/calls.ts'
import { productHref } from '#contract/product-url.ts'
import type { Database } from '../database/schema.ts'
import type { Settings } from '../settings.ts'
import { getOrigin } from './url.ts'

/** Addresses in one file; the format allows 50,000. */
const productsPerFile = 5_000
const productsPerRead = 1_000

/** Seconds that a crawler may keep what it got. */
const keptFor = 3_600

/** Private, or the same for nobody twice. The links in mails carry a key behind the question mark. */
const closed = [
  `${apiBase}/`,
  '/UserDashboard',
  '/AdminDashboardWrapper',
  '/logout',
  '/homecart',
  '/orderNow',
  '/order-summary',
  '/order-tracking?',
]

const closedStarts = closed.map((path) => path.toLowerCase())

const pages = [
  '/buy',
  ...categoryNames.map((category) => `/buy?category=${category}`),
  '/returnPolicy',
  '/cancel',
  '/privacy',
  '/term',
  '/ship',
  '/contact',
  '/help-center',
  '/order-tracking',
]

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const scheme = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const writeAddress = (address: string) => `<url><loc>${escapeXml(address)}</loc></url>\n`

async function countFiles({ database }: { database: Database }): Promise<number> {
  const { total } = await database
    .selectFrom('product_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('products'), sql.lit(0)).as('total'))
    .executeTakeFirstOrThrow()
  return Math.ceil(Number(total) / productsPerFile)
}

/** The products on sale of one file, a few at a time: ids grow with time, so new products only lengthen the last file. */
async function* readProducts({ database, file }: { database: Database; file: number }) {
  let last: string | undefined
  for (let read = 0; read < productsPerFile; read += productsPerRead) {
    const rows = await database
      .selectFrom('products')
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .$if(last !== undefined, (products) => products.where('id', '>', last ?? ''))
      .orderBy('id')
      .offset(last === undefined ? (file - 1) * productsPerFile : 0)
      .limit(productsPerRead)
      .execute()
    yield rows
    last = rows.at(-1)?.id
    if (rows.length < productsPerRead) return
  }
}

async function* writeProducts({ database, origin, file }: { database: Database; origin: string; file: number }) {
  yield `${head}<urlset xmlns="${scheme}">\n`
  for await (const rows of readProducts({ database, file }))
    yield rows.map(({ id, name }) => writeAddress(origin + productHref({ _id: id, name }))).join('')
  yield '</urlset>\n'
}

function sendXml(reply: FastifyReply, body: string | Readable): FastifyReply {
  return reply.type('application/xml; charset=utf-8').header('cache-control', `public, max-age=${keptFor}`).send(body)
}

/** Tells search engines not to list private pages: robots.txt alone does not keep out a page that others link to. */
export function forbidIndexing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const address = request.url.toLowerCase()
    if (closedStarts.some((start) => address.startsWith(start))) reply.header('x-robots-tag', 'noindex')
    done()
  })
}

/** What search engines are told: where they may go, and every address that is worth a visit. */
export function serveSitemap(
  app: FastifyInstance,
  { readDatabase: database, settings }: { readDatabase: Database; settings: Settings },
): void {
  app.get('/robots.txt', (request, reply) => {
    const rules = closed.map((path) => `Disallow: ${path}`)
    const lines = ['User-agent: *', ...rules, '', `Sitemap: ${getOrigin({ settings, request })}/sitemap.xml`, '']
    return reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${keptFor}`).send(lines.join('\n'))
  })

  app.get('/sitemap.xml', async (request, reply) => {
    const origin = getOrigin({ settings, request })
    const products = Array.from({ length: await countFiles({ database }) }, (_, index) => `products-${index + 1}`)
    const files = ['pages', ...products].map((name) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${name}.xml`)}</loc></sitemap>\n`)
    return sendXml(reply, `${head}<sitemapindex xmlns="${scheme}">\n${files.join('')}</sitemapindex>\n`)
  })

  app.get('/sitemap-pages.xml', (request, reply) => {
    const origin = getOrigin({ settings, request })
    const addresses = pages.map((path) => writeAddress(origin + path)).join('')
    return sendXml(reply, `${head}<urlset xmlns="${scheme}">\n${addresses}</urlset>\n`)
  })

  app.get<{ Params: { file: string } }>('/sitemap-products-:file(^\\d{1,6}).xml', async (request, reply) => {
    const file = Number(request.params.file)
    if (file < 1 || file > (await countFiles({ database }))) return reply.status(404).send('Not found.')
    return sendXml(reply, Readable.from(writeProducts({ database, origin: getOrigin({ settings, request }), file })))
  })
}
