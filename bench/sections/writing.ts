import { randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { apiBase } from '#contract/api.ts'
import { compare, type Row, readLoad } from '../compare.ts'
import { buildOrder, listProducts, type OrderedProduct } from '../guest-order.ts'
import { type LoadResult, median, runLoad } from '../load.ts'
import { type OpenShop, openShop } from '../open-shop.ts'
import { openPgbench } from '../pgbench.ts'
import { withClient } from '../seed.ts'
import { startBaseline } from '../start-baseline.ts'
import { post } from '../wrk-scripts.ts'

const jsonHeaders = { 'content-type': 'application/json' }
const shoppers = 32
const rush = { buyers: 200, stock: 100, products: 10 } as const
/** of one code that everybody uses, and of codes that orders share among them */
const offer = { percent: 10, codes: 32 } as const
/** of pgbench's transactions */
const minOrderShare = 0.17
/** of the orders without an offer */
const minOfferShare = 0.8

interface WritingOptions {
  readonly shop: OpenShop
  readonly seconds: number
}

/** Carts and orders: of many products, and of one product that runs out. */
export async function measureWriting({ seconds }: { seconds: number }): Promise<Row[]> {
  const shop = await openShop({ products: 1_000 })
  try {
    const carts = await compareCarts({ shop, seconds })
    const orders = await compareOrders({ shop, seconds })
    return [...carts, ...orders, await measureRush({ shop, baselineRate: orders[0]?.result.rate ?? 0 })]
  } finally {
    await shop.close()
  }
}

const upsertStatement = `
  insert into cart_lines (user_id, product_id, size, quantity, displayed_price_paise) values ($1, $2, 'M', 1, 49900)
  on conflict (user_id, product_id, size) do update set quantity = least(99, cart_lines.quantity + 1)`

async function compareCarts({ shop, seconds }: WritingOptions): Promise<Row[]> {
  const { connection } = shop
  const cookies = await Promise.all(Array.from({ length: shoppers }, (_, index) => signIn({ shop, name: `bench-${index}` })))
  const products = [...(await listProducts({ connection, bySize: false })), ...(await listProducts({ connection, bySize: true }))]
  const { rows: users } = await withClient({
    connection,
    work: (client) => client.query<{ id: string }>(`select id from users where name like 'bench-%'`),
  })
  const plain = await startBaseline({ kind: 'query', connection, statement: upsertStatement })
  // A cart has a limited number of lines: they are removed as an order would remove them.
  const emptying = setInterval(() => {
    void withClient({ connection, work: (client) => client.query('delete from cart_lines') }).catch(() => {})
  }, 250)
  const additions = products.map(({ id }) => JSON.stringify({ product: id, size: 'M', quantity: 1 }))
  const pairs = products.map(({ id }, index) => JSON.stringify([users[index % users.length]?.id, id]))
  try {
    return await compare({
      name: `add to cart, ${shoppers} shoppers`,
      concurrencies: [shoppers],
      seconds,
      minShare: 0.2,
      shop: { origin: shop.origin, request: post({ path: `${apiBase}/cart/add`, bodies: additions, cookies }) },
      baseline: { name: 'node + pg, one upsert', origin: plain.origin, request: post({ path: '/', bodies: pairs }) },
    })
  } finally {
    clearInterval(emptying)
    await plain.close()
  }
}

async function signIn({ shop, name }: { shop: OpenShop; name: string }): Promise<string> {
  const reply = await fetch(`${shop.origin}${apiBase}/users/login`, {
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify({ name, pin: '4321' }),
  })
  if (!reply.ok) throw new Error(`Signing in: ${reply.status} ${await reply.text()}`)
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

const orderPath = `${apiBase}/guest/cashondelivery`

/** Each order is another person's, who has an IP address of their own. */
async function compareOrders({ shop, seconds }: WritingOptions): Promise<Row[]> {
  const { connection } = shop
  const codes = Array.from({ length: offer.codes }, (_, index) => `BENCH${index}`)
  await withClient({ connection, work: (client) => addOffers({ client, codes }) })
  const pgbench = await openPgbench({ connection })
  const oneStock = await listProducts({ connection, bySize: false })
  const bySize = await listProducts({ connection, bySize: true })
  const build = (products: readonly OrderedProduct[], used: readonly string[] = []) =>
    post({
      path: orderPath,
      bodies: products.map((product, index) => buildOrder({ product, phone: 'PHONE', offerCode: used[index % used.length] })),
    })
  const plain = 'guest order, 32 at once, products with one stock'
  const kinds = {
    [plain]: build(oneStock),
    'guest order, 32 at once, products by size': build(bySize),
    [`guest order, 32 at once, with one of ${offer.codes} codes`]: build(oneStock, codes),
    'guest order, 32 at once, all with the same code': build(oneStock, codes.slice(0, 1)),
  }
  const run = (request: { script: string }) => runLoad({ origin: shop.origin, connections: 32, seconds, request })
  // Not measured: a run is too short to compile the code and to plan the statements of each connection.
  for (const request of Object.values(kinds)) await run(request)
  const results = Object.keys(kinds).map(() => [] as LoadResult[])
  const rates: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    for (const [index, request] of Object.values(kinds).entries()) results[index]?.push(await run(request))
    if (pgbench) rates.push(await pgbench.run(seconds))
  }
  const pgbenchRate = rates.toSorted((a, b) => a - b)[1]
  const load = readLoad()
  const [plainRate = 0] = results.map((runs) => median(runs).rate)
  return Object.keys(kinds).map((name, index) => {
    const result = median(results[index] as LoadResult[])
    const row = { name, connections: 32, result, load }
    if (name.includes('code')) return { ...row, ...toShare({ result, name: 'without a code', rate: plainRate, minShare: minOfferShare }) }
    if (pgbenchRate === undefined) return row
    return { ...row, ...toShare({ result, name: 'pgbench, TPC-B-like, 8 clients', rate: pgbenchRate, minShare: minOrderShare }) }
  })
}

interface Share {
  readonly result: LoadResult
  /** of the baseline */
  readonly name: string
  readonly rate: number
  readonly minShare: number
}

const toShare = ({ result, name, rate, minShare }: Share): Pick<Row, 'baseline' | 'goal'> => {
  const isMet = result.rate >= minShare * rate && result.failures === 0
  return { baseline: { name, rate }, goal: { text: `≥ ${Math.round(minShare * 100)} %, no failure`, isMet } }
}

async function addOffers({ client, codes }: { client: pg.Client; codes: readonly string[] }): Promise<void> {
  const scope = JSON.stringify({ kind: 'all', ids: [], notOnSale: false })
  await client.query(
    `insert into offers (title, code, kind, percent, scope) select 'Bench', code, 'percent', $1, $2 from unnest($3::text[]) as code`,
    [offer.percent, scope, codes],
  )
}

/** Products with little stock, half of them in size M. */
async function prepareRush(client: pg.Client): Promise<OrderedProduct[]> {
  const { rows: products } = await client.query<OrderedProduct>(
    `select id, name, price_paise::int, '{M}'::text[] as sizes
     from (select *, row_number() over (partition by has_sizes) as number from products where stock > 1000) as numbered
     where number <= ${rush.products / 2}`,
  )
  const ids = [products.map(({ id }) => id)]
  await client.query(`update products set stock = ${rush.stock} where id = any($1) and not has_sizes`, ids)
  await client.query(`update product_sizes set stock = ${rush.stock} where product_id = any($1) and size = 'M'`, ids)
  return products
}

const pickIp = () => Array.from({ length: 4 }, () => randomInt(1, 224)).join('.')

/** Many buyers of the same stock at once: each item sells once, and every request is answered. */
async function measureRush({ shop, baselineRate }: { shop: OpenShop; baselineRate: number }): Promise<Row> {
  const products = await withClient({ connection: shop.connection, work: prepareRush })
  const startedAt = performance.now()
  const statuses: number[] = []
  for (const product of products) {
    const replies = Array.from({ length: rush.buyers }, async () => {
      const headers = { ...jsonHeaders, 'idempotency-key': randomUUID(), 'x-forwarded-for': pickIp() }
      const body = buildOrder({ product, phone: String(randomInt(9_000_000_000, 10_000_000_000)) })
      const reply = await fetch(shop.origin + orderPath, { method: 'POST', headers, body })
      await reply.arrayBuffer()
      return reply.status
    })
    statuses.push(...(await Promise.all(replies)))
  }
  const rate = (statuses.length * 1_000) / (performance.now() - startedAt)
  const count = (matches: (status: number) => boolean) => statuses.filter(matches).length
  const [sold, soldOut] = [count((status) => status === 201), count((status) => status === 409)]
  const expected = rush.stock * products.length
  return {
    name: `${rush.buyers} buyers of ${rush.stock} items of one product (${products.length} times)`,
    connections: rush.buyers,
    result: { rate, p50: 0, p99: 0, failures: count((status) => status >= 500) },
    baseline: { name: 'orders of many products', rate: baselineRate },
    goal: { text: `${expected} orders`, isMet: sold === expected && soldOut === expected },
    load: readLoad(),
  }
}
