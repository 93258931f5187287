import { execFile } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { promisify } from 'node:util'
import type pg from 'pg'
import { apiBase } from '#contract/api.ts'
import { paise, toRupees } from '#contract/money.ts'
import { address } from '#testing/factories.ts'
import { compare, type Row } from '../compare.ts'
import { type LoadRequest, type LoadResult, median, runLoad } from '../load.ts'
import { type OpenShop, openShop } from '../open-shop.ts'
import { withClient } from '../seed.ts'
import { startBaseline } from '../start-baseline.ts'

const execute = promisify(execFile)
const jsonHeaders = { 'content-type': 'application/json' }
const shoppers = 32
const rush = { buyers: 200, stock: 100, products: 10 } as const

interface Product {
  readonly id: string
  readonly name: string
  readonly price_paise: number
  readonly sizes: readonly string[]
}

/** Products with one stock are ordered in M. */
const productColumns = `id, name, price_paise::int,
  case when has_sizes then array(select size from product_sizes where product_id = products.id) else '{M}' end as sizes`

/** Carts and orders: of many products, and of one product that runs out. */
export async function measureWriting({ seconds }: { seconds: number }): Promise<Row[]> {
  const shop = await openShop({ products: 1_000 })
  try {
    const { rows: products } = await withClient({
      connection: shop.connection,
      work: (client) => client.query<Product>(`select ${productColumns} from products where stock > 1000`),
    })
    const carts = await compareCarts({ shop, products, seconds })
    const orders = await measureOrders({ shop, products, seconds })
    return [...carts, orders, await measureRush({ shop, baselineRate: orders.result.rate })]
  } finally {
    await shop.close()
  }
}

interface WritingOptions {
  readonly shop: OpenShop
  readonly products: readonly Product[]
  readonly seconds: number
}

const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value

const upsertStatement = `
  insert into cart_lines (user_id, product_id, size, quantity, displayed_price_paise) values ($1, $2, 'M', 1, 49900)
  on conflict (user_id, product_id, size) do update set quantity = least(99, cart_lines.quantity + 1)`

/** What adding to a cart does, without HTTP, session, validation and query builder. */
const cartStatements = [
  'begin',
  'select id from users where id = $1 for no key update',
  `select id, name, price_paise, status, stock from products where id = any(array(select product_id from cart_lines where user_id = $1))`,
  'select product_id, size, quantity from cart_lines where user_id = $1 order by added_at',
  upsertStatement,
  'commit',
  `select * from cart_lines join products on products.id = product_id where user_id = $1 order by added_at`,
]

async function compareCarts({ shop, products, seconds }: WritingOptions): Promise<Row[]> {
  const cookies = await Promise.all(Array.from({ length: shoppers }, (_, index) => signIn({ shop, name: `bench-${index}` })))
  const { rows: users } = await withClient({
    connection: shop.connection,
    work: (client) => client.query<{ id: string }>(`select id from users where name like 'bench-%'`),
  })
  const startCartBaseline = (statements: readonly string[]) => startBaseline({ kind: 'query', connection: shop.connection, statements })
  const same = await startCartBaseline(cartStatements)
  const plain = await startCartBaseline([upsertStatement])
  // A cart has a limited number of lines: they are removed as an order would remove them.
  const emptying = setInterval(() => {
    void withClient({ connection: shop.connection, work: (client) => client.query('delete from cart_lines') }).catch(() => {})
  }, 250)
  let turn = 0
  const add = (): LoadRequest => ({
    method: 'POST',
    path: `${apiBase}/cart/add`,
    headers: { ...jsonHeaders, cookie: cookies[turn++ % shoppers] ?? '' },
    body: JSON.stringify({ product: pick(products).id, size: 'M', quantity: 1 }),
  })
  const insert = (): LoadRequest => ({ method: 'POST', path: '/', body: JSON.stringify([pick(users).id, pick(products).id]) })
  const run = { name: 'add to cart, 32 shoppers', concurrencies: [shoppers], seconds }
  const side = { origin: shop.origin, request: add }
  try {
    const rows = [
      await compare({
        ...run,
        minShare: 0.35,
        shop: side,
        baseline: { name: 'node + pg, the same statements', origin: same.origin, request: insert },
      }),
      await compare({ ...run, shop: side, baseline: { name: 'node + pg, one plain upsert', origin: plain.origin, request: insert } }),
    ]
    return rows.flat()
  } finally {
    clearInterval(emptying)
    await same.close()
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

const pickIp = () => Array.from({ length: 4 }, () => randomInt(1, 224)).join('.')

/** Each order is another person's, who has an IP address of their own. */
function guestOrder({ id, name, price_paise, sizes }: Product): LoadRequest & { body: string } {
  const price = toRupees(paise(price_paise))
  const line = { product: id, name, price, quantity: 1, size: pick(sizes), image: '/images/x/800.webp', subtotal: price }
  const phone = String(randomInt(9_000_000_000, 10_000_000_000))
  const deliveryAddress = { ...address, phone, email: `asha${phone}@example.com` }
  return {
    method: 'POST',
    path: `${apiBase}/guest/cashondelivery`,
    headers: { ...jsonHeaders, 'idempotency-key': randomUUID(), 'x-forwarded-for': pickIp() },
    body: JSON.stringify({ products: [line], totalPrice: price, cashOndelivery: true, deliveryAddress }),
  }
}

async function measureOrders({ shop, products, seconds }: WritingOptions): Promise<Row> {
  const pgbench = findPgbench()
  if (pgbench) await initPgbench({ pgbench, shop })
  const runOrders = () => runLoad({ origin: shop.origin, connections: shoppers, seconds, request: () => guestOrder(pick(products)) })
  // Not measured: a run is too short to compile the code and to plan the statements of each connection.
  await runOrders()
  const runs: LoadResult[] = []
  const rates: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    runs.push(await runOrders())
    if (pgbench) rates.push(await runPgbench({ pgbench, shop, seconds }))
  }
  const row = { name: 'guest order, 32 at once, 1,000 products', connections: 32, result: median(runs) }
  const rate = rates.toSorted((a, b) => a - b)[1]
  if (rate === undefined) return row
  const isMet = row.result.rate >= 0.2 * rate && row.result.rejections === 0
  return { ...row, baseline: { name: 'pgbench, TPC-B-like, 8 clients', rate }, floor: { text: '≥ 20 %, no failure', isMet } }
}

/** Products with little stock, half of them in size M. */
async function prepareRush(client: pg.Client): Promise<Product[]> {
  const { rows: products } = await client.query<Product>(
    `select id, name, price_paise::int, '{M}'::text[] as sizes
     from (select *, row_number() over (partition by has_sizes) as number from products where stock > 1000) as numbered
     where number <= ${rush.products / 2}`,
  )
  const ids = [products.map(({ id }) => id)]
  await client.query(`update products set stock = ${rush.stock} where id = any($1) and not has_sizes`, ids)
  await client.query(`update product_sizes set stock = ${rush.stock} where product_id = any($1) and size = 'M'`, ids)
  return products
}

/** Many buyers of the same stock at once: each item sells once, and every request is answered. */
async function measureRush({ shop, baselineRate }: { shop: OpenShop; baselineRate: number }): Promise<Row> {
  const products = await withClient({ connection: shop.connection, work: prepareRush })
  const startedAt = performance.now()
  const statuses: number[] = []
  for (const product of products) {
    const replies = Array.from({ length: rush.buyers }, async () => {
      const { method = 'POST', path, headers = {}, body } = guestOrder(product)
      const reply = await fetch(shop.origin + path, { method, headers, body })
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
    result: { rate, p50: 0, p99: 0, failures: count((status) => status >= 500), rejections: soldOut },
    baseline: { name: 'orders of many products', rate: baselineRate },
    floor: { text: `${expected} orders`, isMet: sold === expected && soldOut === expected },
  }
}

/** PostgreSQL's own benchmark, if its package is installed; PGBENCH names its path. */
function findPgbench(): string | undefined {
  const paths = [process.env.PGBENCH ?? '', ...globSync('/usr/lib/postgresql/*/bin/pgbench'), '/usr/bin/pgbench']
  return paths.find((path) => path !== '' && existsSync(path))
}

const connectionOptions = ({ connection: { host = '', port = 0, user = '' } }: OpenShop) => ['-h', host, '-p', String(port), '-U', user]

async function initPgbench({ pgbench, shop }: { pgbench: string; shop: OpenShop }): Promise<void> {
  await withClient({ connection: shop.connection, work: (client) => client.query('create database pgbench') })
  await execute(pgbench, [...connectionOptions(shop), '-i', '-s', '10', '-q', 'pgbench'])
}

async function runPgbench({ pgbench, shop, seconds }: { pgbench: string; shop: OpenShop; seconds: number }): Promise<number> {
  const { stdout } = await execute(pgbench, [...connectionOptions(shop), '-c', '8', '-j', '2', '-T', String(seconds), 'pgbench'])
  return Number(/tps = (?<tps>[\d.]+)/.exec(stdout)?.groups?.tps)
}
