import { apiBase } from '#contract/calls.ts'
import { writeCutsStatement } from '#server/products/product-snapshot.ts'
import { compare, type Figure, measure } from '../compare.ts'
import type { Asked } from '../load.ts'
import { type OpenShop, openShop } from '../open-shop.ts'
import { withClient } from '../seed.ts'
import { startBare } from '../start-bare.ts'

const products = 100_000
const perPage = 7

/** Lists, products and pages: from memory, and each another. */
export async function measureReading({ seconds, concurrencies }: { seconds: number; concurrencies: readonly number[] }): Promise<Figure[]> {
  const shop = await openShop({ products })
  try {
    const { ids, starts } = await readPlaces(shop)
    const settings = { shop, seconds, concurrencies }
    const warm = [
      await compareWarm({ ...settings, name: 'list of 7, JSON, warm', path: `${apiBase}/products/getAll?page=1&limit=7`, leastShare: 0.8 }),
      await compareWarm({ ...settings, name: 'product, JSON, warm', path: `${apiBase}/products/${ids[0]}`, leastShare: 0.8 }),
      await compareWarm({ ...settings, name: '/buy, HTML, warm', path: '/buy', leastShare: 0.5 }),
      await compareWarm({ ...settings, name: '/product/…, HTML, warm', path: `/product/${ids[0]}`, leastShare: 0.5 }),
    ]
    const cold = [await compareColdLists({ ...settings, starts }), await compareColdProducts({ ...settings, ids })]
    const pages = await measure({
      sides: {
        '/buy/…, HTML, cold': { origin: shop.origin, ask: each(starts.map((_, page) => ({ path: `/buy/${page + 1}` }))) },
        '/product/…, HTML, cold': { origin: shop.origin, ask: each(ids.map((id) => ({ path: `/product/${id}` }))) },
      },
      connections: 32,
      seconds,
      judge: ({ rate, p99 }) => ({ says: '≥ 400/s, p99 < 100 ms', met: rate >= 400 && p99 < 100 }),
    })
    return [...warm.flat(), ...cold.flat(), ...pages]
  } finally {
    await shop.close()
  }
}

interface Settings {
  readonly shop: OpenShop
  readonly seconds: number
  readonly concurrencies: readonly number[]
}

interface Place {
  readonly id: string
  readonly created_at: string
}

/** Every product's id, and for each page of the list the product that stands before it. */
async function readPlaces({ connection }: OpenShop) {
  const { rows } = await withClient({
    connection,
    work: (client) => client.query<Place>('select id, created_at::text from products order by created_at desc, products.id desc'),
  })
  const starts = rows.filter((_, place) => place % perPage === perPage - 1 && place > perPage)
  return { ids: rows.map(({ id }) => id), starts }
}

/** Each in turn, in an order that has no order; nothing comes again before everything else has come. */
function each(all: readonly Asked[]): () => Asked {
  const shuffled = all.toSorted(() => Math.random() - 0.5)
  let turn = 0
  return () => shuffled[turn++ % shuffled.length] as Asked
}

async function compareWarm({ shop, name, path, leastShare, ...run }: Settings & { name: string; path: string; leastShare: number }) {
  const reply = await fetch(shop.origin + path)
  const bare = await startBare({ kind: 'fastify', body: await reply.text(), type: reply.headers.get('content-type') ?? '' })
  try {
    const ours = { origin: shop.origin, ask: { path } }
    return await compare({
      path: name,
      ours,
      bare: { name: 'Fastify, same bytes', origin: bare.origin, ask: { path: '/' } },
      leastShare,
      ...run,
    })
  } finally {
    await bare.close()
  }
}

/** As the shop asks for it, a few products after a place that it knows. */
const cutAfter = ({ id, created_at }: Place) => ({
  place: 0,
  value: created_at,
  id,
  skip: Math.floor(Math.random() * 64),
  limit: perPage,
  category: null,
})

async function compareColdLists({ shop, starts, ...run }: Settings & { starts: readonly Place[] }) {
  const bare = await startBare({
    kind: 'query',
    connection: shop.connection,
    statement: writeCutsStatement({ sort: 'newest', of: 'all' }),
  })
  try {
    const pages = starts.map((_, page) => ({ path: `${apiBase}/products/getAll?page=${page + 2}&limit=${perPage}` }))
    const values = starts.map(({ id, created_at }) => ({
      path: `/?values=${encodeURIComponent(JSON.stringify([JSON.stringify([cutAfter({ id, created_at })])]))}`,
    }))
    return await compare({
      path: 'list of 7, JSON, cold',
      ours: { origin: shop.origin, ask: each(pages) },
      bare: { name: 'node + pg, same query', origin: bare.origin, ask: each(values) },
      leastShare: 0.7,
      ...run,
    })
  } finally {
    await bare.close()
  }
}

async function compareColdProducts({ shop, ids, ...run }: Settings & { ids: readonly string[] }) {
  const bare = await startBare({
    kind: 'query',
    connection: shop.connection,
    statement: `select id, name, description, category, price_paise, stock, image_key, backdrop from products where id = $1 and deleted_at is null`,
  })
  try {
    return await compare({
      path: 'product, JSON, cold',
      ours: { origin: shop.origin, ask: each(ids.map((id) => ({ path: `${apiBase}/products/${id}` }))) },
      bare: {
        name: 'node + pg, same query',
        origin: bare.origin,
        ask: each(ids.map((id) => ({ path: `/?values=${encodeURIComponent(JSON.stringify([id]))}` }))),
      },
      leastShare: 0.7,
      ...run,
    })
  } finally {
    await bare.close()
  }
}
