import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { apiBase } from '#contract/api.ts'
import type { BytesTask } from '../baseline-server.ts'
import { compare, measure, type Row } from '../compare.ts'
import type { LoadRequest } from '../load.ts'
import { createMemoryRow, sampleMemory } from '../memory.ts'
import { type OpenShop, openShop } from '../open-shop.ts'
import { listSearches } from '../searches.ts'
import { withClient } from '../seed.ts'
import { startBaseline } from '../start-baseline.ts'
import { askInTurn } from '../wrk-scripts.ts'

const products = 1_000
const perPage = 7

interface Options {
  readonly seconds: number
  readonly concurrencies: readonly number[]
}

interface Product {
  readonly id: string
  readonly createdAt: string
}

interface Reading {
  readonly shop: OpenShop
  readonly options: Options
  /** newest first */
  readonly all: readonly Product[]
}

/** Lists, products and pages: from the cache, and each request another one. */
export async function measureReading(options: Options): Promise<Row[]> {
  const shop = await openShop({ products })
  const memory = sampleMemory(shop)
  try {
    const reading = { shop, options, all: await listAll(shop) }
    const warm = (name: string, path: string) => compareWarm({ ...reading, name, path })
    const [first] = reading.all
    const rows = [
      await warm('list of 7, JSON, cached', `${apiBase}/products/getAll?page=1&limit=7`),
      await warm('product, JSON, cached', `${apiBase}/products/${first?.id}`),
      await warm('home, HTML, cached', '/buy'),
      await warm('product, HTML, cached', `/product/${first?.id}`),
      await compareLists(reading),
      await compareProducts(reading),
      await compareSearches(reading),
      await measureFacets(reading),
      await measurePages(reading),
      [createMemoryRow(memory)],
    ]
    return rows.flat()
  } finally {
    memory.stop()
    await shop.close()
  }
}

async function listAll({ connection }: OpenShop): Promise<Product[]> {
  const statement = `select id, created_at::text as "createdAt" from products where status = 'on_sale' order by created_at desc, id desc`
  return (await withClient({ connection, work: (client) => client.query<Product>(statement) })).rows
}

/** The bytes that a browser gets, still encoded. */
async function readBytes(url: string): Promise<Omit<BytesTask, 'kind'>> {
  const [response] = (await once(get(url, { headers: { 'accept-encoding': 'br, gzip' } }), 'response')) as [IncomingMessage]
  const { 'content-type': type = '', 'content-encoding': encoding } = response.headers
  const base64 = (await buffer(response)).toString('base64')
  return { base64, headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) } }
}

async function compareWarm({ shop, options, name, path }: Reading & { name: string; path: string }): Promise<Row[]> {
  await readBytes(shop.origin + path)
  const { origin, close } = await startBaseline({ kind: 'bytes', ...(await readBytes(shop.origin + path)) })
  const baseline = { name: 'Fastify, same bytes', origin, request: { path: '/' } }
  return compare({ ...options, name, shop: { origin: shop.origin, request: { path } }, baseline, minShare: 0.65 }).finally(close)
}

interface QueryComparison extends Reading {
  readonly name: string
  readonly request: LoadRequest
  readonly statement: string
  /** of each statement */
  readonly values: readonly (readonly unknown[])[]
  readonly minShare: number
}

/** A call beside `node:http` and one prepared statement, which an index answers. */
async function compareQuery({ shop, options, name, request, statement, values, minShare }: QueryComparison): Promise<Row[]> {
  const { origin, close } = await startBaseline({ kind: 'query', connection: shop.connection, statement })
  const paths = values.map((each) => `/?values=${encodeURIComponent(JSON.stringify(each))}`)
  const baseline = { name: 'node + pg, one indexed query', origin, request: askInTurn({ paths }) }
  return compare({ ...options, name, shop: { origin: shop.origin, request }, baseline, minShare }).finally(close)
}

const card = 'id, name, description, price_paise, category, stock, image_key, placeholder_color'

function compareLists(reading: Reading): Promise<Row[]> {
  const pages = Math.floor(products / perPage)
  const paths = Array.from({ length: pages }, (_, index) => `${apiBase}/products/getAll?page=${index + 1}&limit=${perPage}`)
  return compareQuery({
    ...reading,
    name: 'list of 7, JSON, not cached',
    request: askInTurn({ paths, isNew: true }),
    statement: `select ${card} from products where status = 'on_sale' and (created_at, id) <= ($1, $2)
      order by created_at desc, id desc limit ${perPage}`,
    values: reading.all.map(({ createdAt, id }) => [createdAt, id]),
    minShare: 0.35,
  })
}

function compareProducts(reading: Reading): Promise<Row[]> {
  const paths = reading.all.map(({ id }) => `${apiBase}/products/${id}`)
  return compareQuery({
    ...reading,
    name: 'product, JSON, not cached',
    request: askInTurn({ paths, isNew: true }),
    statement: `select ${card}, details from products where id = $1 and status = 'on_sale'`,
    values: reading.all.map(({ id }) => [id]),
    minShare: 0.6,
  })
}

function compareSearches(reading: Reading): Promise<Row[]> {
  const searches = listSearches()
  const paths = searches.map((text) => `${apiBase}/products/getAll?page=1&limit=${perPage}&q=${encodeURIComponent(text)}`)
  return compareQuery({
    ...reading,
    name: `search, JSON, ${searches.length} different, not cached`,
    request: askInTurn({ paths, isNew: true }),
    statement: `select ${card} from products where status = 'on_sale' and search_vector @@ to_tsquery('english', $1) limit ${perPage}`,
    values: searches.map((text) => [
      text
        .split(' ')
        .map((word) => `${word}:*`)
        .join(' & '),
    ]),
    minShare: 0.35,
  })
}

const categories = ['TEE', 'JOGGER', 'HOODIE', 'DENIM'] as const

function measureFacets({ shop, options }: Reading): Promise<Row[]> {
  const paths = categories.flatMap((category) =>
    ['XS', 'S', 'M', 'L'].map((size) => `${apiBase}/products/facets?category=${category}&size=${size}`),
  )
  const sides = { 'facets, JSON, not cached': { origin: shop.origin, request: askInTurn({ paths, isNew: true }) } }
  return measure({ sides, connections: 32, seconds: options.seconds, minRate: 2_000 })
}

/** Pages that are rendered for each request, and compressed with Brotli. */
async function measurePages({ shop, options, all }: Reading): Promise<Row[]> {
  const slug = await addCollection({ shop, all })
  const ask = (...paths: string[]) => ({ origin: shop.origin, request: askInTurn({ paths, isNew: true }) })
  const sides = {
    'home, HTML, not cached': ask('/buy'),
    'category, HTML, not cached': ask(...categories.map((category) => `/buy?category=${category}`)),
    'product, HTML, not cached': ask(...all.map(({ id }) => `/product/${id}`)),
    'collection of 60, HTML, not cached': ask(`/collection/${slug}`),
  }
  return measure({ sides, connections: 32, seconds: options.seconds, minRate: 500 })
}

/** The largest collection that a shop can have. */
async function addCollection({ shop, all }: Pick<Reading, 'shop' | 'all'>): Promise<string> {
  const slug = 'bench'
  await withClient({
    connection: shop.connection,
    work: (client) =>
      client.query(
        `with added as (insert into collections (slug, title) values ($1, 'Bench') returning id)
         insert into collection_products (collection_id, product_id, position)
         select added.id, product_id, position from added, unnest($2::uuid[]) with ordinality as chosen (product_id, position)`,
        [slug, all.slice(0, 60).map(({ id }) => id)],
      ),
  })
  return slug
}
