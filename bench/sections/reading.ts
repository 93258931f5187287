import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { apiBase } from '#contract/api.ts'
import type { BytesTask } from '../baseline-server.ts'
import { compare, measure, type Row, type Side } from '../compare.ts'
import type { LoadRequest } from '../load.ts'
import { type OpenShop, openShop } from '../open-shop.ts'
import { withClient } from '../seed.ts'
import { startBaseline } from '../start-baseline.ts'

const products = 100_000
const perPage = 7
/** Pages that the list shows, see the page cap of server/products. */
const pages = 1_000

interface Options {
  readonly seconds: number
  readonly concurrencies: readonly number[]
}

/** Lists, products and pages: from the cache, and each request another one. */
export async function measureReading(options: Options): Promise<Row[]> {
  const shop = await openShop({ products })
  try {
    const ids = await readIds(shop)
    const warm = (name: string, path: string, minShare: number) => compareWarm({ shop, options, name, path, minShare })
    const rows = [
      await warm('list of 7, JSON, warm', `${apiBase}/products/getAll?page=1&limit=7`, 0.7),
      await warm('product, JSON, warm', `${apiBase}/products/${ids[0]}`, 0.7),
      await warm('/buy, HTML, warm', '/buy', 0.6),
      await warm('/product/…, HTML, warm', `/product/${ids[0]}`, 0.6),
      await compareColdLists({ shop, options }),
      await compareColdProducts({ shop, options, ids }),
      await measureColdPages({ shop, options, ids }),
    ]
    return rows.flat()
  } finally {
    await shop.close()
  }
}

async function readIds({ connection }: OpenShop): Promise<string[]> {
  const { rows } = await withClient({ connection, work: (client) => client.query<{ id: string }>('select id from products') })
  return rows.map(({ id }) => id)
}

/** All in turn, in random order, so that nothing repeats before everything was asked for. */
function each(all: readonly LoadRequest[]): () => LoadRequest {
  const shuffled = all.toSorted(() => Math.random() - 0.5)
  let turn = 0
  return () => shuffled[turn++ % shuffled.length] as LoadRequest
}

/** The bytes that a browser gets, still encoded. */
async function readBytes(url: string): Promise<Omit<BytesTask, 'kind'>> {
  const [response] = (await once(get(url, { headers: { 'accept-encoding': 'br, gzip' } }), 'response')) as [IncomingMessage]
  const { 'content-type': type = '', 'content-encoding': encoding } = response.headers
  const base64 = (await buffer(response)).toString('base64')
  return { base64, headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) } }
}

interface WarmPath {
  readonly shop: OpenShop
  readonly options: Options
  readonly name: string
  readonly path: string
  readonly minShare: number
}

async function compareWarm({ shop, options, name, path, minShare }: WarmPath): Promise<Row[]> {
  await readBytes(shop.origin + path)
  const baseline = await startBaseline({ kind: 'bytes', ...(await readBytes(shop.origin + path)) })
  const side: Side & { name: string } = { name: 'Fastify, same bytes', origin: baseline.origin, request: { path: '/' } }
  return compare({ ...options, name, shop: { origin: shop.origin, request: { path } }, baseline: side, minShare }).finally(baseline.close)
}

/** One plain query: no total, no joins, no conversion. */
async function compareColdLists({ shop, options }: { shop: OpenShop; options: Options }): Promise<Row[]> {
  const statement = `select * from products where status = 'on_sale' order by created_at desc, id desc limit ${perPage} offset $1`
  const baseline = await startBaseline({ kind: 'query', connection: shop.connection, statements: [statement] })
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  const lists = numbers.map((page) => ({ path: `${apiBase}/products/getAll?page=${page}&limit=${perPage}` }))
  const queries = numbers.map((page) => ({ path: `/?values=${encodeURIComponent(JSON.stringify([(page - 1) * perPage]))}` }))
  return compare({
    ...options,
    name: 'list of 7, JSON, cold, 100,000 products',
    shop: { origin: shop.origin, request: uncached(each(lists)) },
    baseline: { name: 'node + pg, one plain query', origin: baseline.origin, request: each(queries) },
    minShare: 0.35,
  }).finally(baseline.close)
}

/** An ignored parameter makes each URL a new one for the cache. */
function uncached(next: () => LoadRequest): () => LoadRequest {
  let turn = 0
  return () => {
    const request = next()
    const separator = request.path.includes('?') ? '&' : '?'
    return { ...request, path: `${request.path}${separator}turn=${turn++}` }
  }
}

async function compareColdProducts({ shop, options, ids }: { shop: OpenShop; options: Options; ids: readonly string[] }): Promise<Row[]> {
  const statement = `select * from products where id = $1 and status = 'on_sale'`
  const baseline = await startBaseline({ kind: 'query', connection: shop.connection, statements: [statement] })
  return compare({
    ...options,
    name: 'product, JSON, cold, 100,000 products',
    shop: { origin: shop.origin, request: each(ids.map((id) => ({ path: `${apiBase}/products/${id}` }))) },
    baseline: {
      name: 'node + pg, one plain query',
      origin: baseline.origin,
      request: each(ids.map((id) => ({ path: `/?values=${encodeURIComponent(JSON.stringify([id]))}` }))),
    },
    minShare: 0.6,
  }).finally(baseline.close)
}

function measureColdPages({ shop, options, ids }: { shop: OpenShop; options: Options; ids: readonly string[] }): Promise<Row[]> {
  const lists = Array.from({ length: pages }, (_, index) => ({ path: `/buy/${index + 1}` }))
  return measure({
    sides: {
      '/buy/…, HTML, cold, brotli': { origin: shop.origin, request: uncached(each(lists)) },
      '/product/…, HTML, cold, brotli': { origin: shop.origin, request: each(ids.map((id) => ({ path: `/product/${id}` }))) },
    },
    connections: 32,
    seconds: options.seconds,
    toFloor: ({ rate }) => ({ text: '≥ 350/s', isMet: rate >= 350 }),
  })
}
