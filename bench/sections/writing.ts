import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { promisify } from 'node:util'
import { quantities } from '#contract/business.ts'
import { apiBase } from '#contract/calls.ts'
import { toRupees } from '#contract/money.ts'
import { address } from '#testing/factories.ts'
import { compare, type Figure } from '../compare.ts'
import { type Asked, type Load, load, takeMedians } from '../load.ts'
import { type OpenShop, openShop } from '../open-shop.ts'
import { withClient } from '../seed.ts'
import { startBare } from '../start-bare.ts'

const run = promisify(execFile)
const json = { 'content-type': 'application/json' }
const shoppers = 32
const buyers = { each: 200, pieces: 100, products: 10 } as const

interface Product {
  readonly id: string
  readonly name: string
  readonly price_paise: number
}

/** Carts and orders, spread out and all at once for the same pieces. */
export async function measureWriting({ seconds }: { seconds: number }): Promise<Figure[]> {
  const shop = await openShop({ products: 1_000 })
  try {
    const { rows } = await withClient({
      connection: shop.connection,
      work: (client) => client.query<Product>('select id, name, price_paise::int from products where stock > 1000'),
    })
    const carts = await compareCarts({ shop, products: rows, seconds })
    const spread = await measureOrders({ shop, products: rows, seconds })
    return [...carts, ...spread, await measureRush({ shop, spreadRate: spread[0]?.ours.rate ?? 0 })]
  } finally {
    await shop.close()
  }
}

const pick = <Value>(all: readonly Value[]): Value => all[Math.floor(Math.random() * all.length)] as Value

async function compareCarts({
  shop,
  products,
  seconds,
}: {
  shop: OpenShop
  products: readonly Product[]
  seconds: number
}): Promise<Figure[]> {
  const cookies = await Promise.all(Array.from({ length: shoppers }, (_, place) => signIn({ shop, name: `bench-${place}` })))
  const { rows } = await withClient({
    connection: shop.connection,
    work: (client) => client.query<{ id: string }>(`select id from users where name like 'bench-%'`),
  })
  const bare = await startBare({
    kind: 'query',
    connection: shop.connection,
    statement: `
      insert into cart_lines (user_id, product_id, size, quantity, displayed_price_paise) values ($1, $2, 'M', 1, 0)
      on conflict (user_id, product_id, size) do update set quantity = least(cart_lines.quantity + 1, ${quantities.max}) returning *`,
  })
  const emptied = setInterval(() => {
    // A cart holds so many lines and no more, as a shopper's does who orders now and then.
    void withClient({ connection: shop.connection, work: (client) => client.query('delete from cart_lines') }).catch(() => {})
  }, 250)
  try {
    let turn = 0
    const add = (): Asked => ({
      method: 'POST',
      path: `${apiBase}/cart/add`,
      headers: { ...json, cookie: cookies[turn++ % shoppers] ?? '' },
      body: JSON.stringify({ product: pick(products).id, size: 'M', quantity: 1 }),
    })
    const insert = (): Asked => ({ method: 'POST', path: '/', body: JSON.stringify([pick(rows).id, pick(products).id]) })
    return await compare({
      path: 'add to cart, 32 shoppers',
      ours: { origin: shop.origin, ask: add },
      bare: { name: 'node + pg, one upsert', origin: bare.origin, ask: insert },
      leastShare: 0.35,
      concurrencies: [shoppers],
      seconds,
    })
  } finally {
    clearInterval(emptied)
    await bare.close()
  }
}

async function signIn({ shop, name }: { shop: OpenShop; name: string }): Promise<string> {
  const reply = await fetch(`${shop.origin}${apiBase}/users/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name, pin: '4321' }),
  })
  if (!reply.ok) throw new Error(`Signing in: ${reply.status} ${await reply.text()}`)
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function writeOrder({ id, name, price_paise }: Product): Asked {
  const price = toRupees(price_paise as never)
  const line = { product: id, name, price, quantity: 1, size: 'M', image: '/images/x/800.webp', subtotal: price }
  return {
    method: 'POST',
    path: `${apiBase}/guest/cashondelivery`,
    headers: { ...json, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ products: [line], totalPrice: price, cashOndelivery: true, deliveryAddress: address }),
  }
}

async function measureOrders({
  shop,
  products,
  seconds,
}: {
  shop: OpenShop
  products: readonly Product[]
  seconds: number
}): Promise<Figure[]> {
  const path = 'guest order, 32 at once, 1,000 products'
  const pgbench = findPgbench()
  if (pgbench) await preparePgbench({ pgbench, shop })
  const ours: Load[] = []
  const transactions: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    ours.push(await load({ origin: shop.origin, connections: 32, seconds, ask: () => writeOrder(pick(products)) }))
    if (pgbench) transactions.push(await runPgbench({ pgbench, shop, seconds }))
  }
  const median = takeMedians(ours)
  const rate = transactions.toSorted((one, other) => one - other)[1]
  if (rate === undefined) return [{ path, connections: 32, ours: median }]
  const goal = { says: '≥ 20 %, no refusal', met: median.rate >= 0.2 * rate && median.refusals === 0 }
  return [{ path, connections: 32, ours: median, limit: { name: 'pgbench tpcb-like, 8 clients', rate }, goal }]
}

/** Many buyers of the last pieces, all at once: each piece is sold once, and everybody gets an answer. */
async function measureRush({ shop, spreadRate }: { shop: OpenShop; spreadRate: number }): Promise<Figure> {
  const { rows } = await withClient({
    connection: shop.connection,
    work: (client) =>
      client.query<Product>(
        `update products set stock = ${buyers.pieces} where id in (select id from products limit ${buyers.products}) returning id, name, price_paise::int`,
      ),
  })
  const began = performance.now()
  const counts = { sold: 0, refused: 0, faults: 0 }
  for (const product of rows) {
    const replies = await Promise.all(
      Array.from({ length: buyers.each }, async () => {
        const { method = 'POST', path, headers = {}, body = '' } = writeOrder(product)
        const reply = await fetch(shop.origin + path, { method, headers, body })
        await reply.arrayBuffer()
        return reply.status
      }),
    )
    counts.sold += replies.filter((status) => status === 201).length
    counts.refused += replies.filter((status) => status === 409).length
    counts.faults += replies.filter((status) => status >= 500).length
  }
  const rate = (buyers.each * rows.length * 1_000) / (performance.now() - began)
  const sale = buyers.pieces * rows.length
  return {
    path: `${buyers.each} buyers, one product, ${buyers.pieces} pieces (${rows.length} times)`,
    connections: buyers.each,
    ours: { rate, p50: 0, p99: 0, faults: counts.faults, refusals: counts.refused },
    limit: { name: 'the same, spread out', rate: spreadRate },
    goal: { says: `${sale} orders, ≥ 25 %`, met: counts.sold === sale && counts.refused === sale && rate >= 0.25 * spreadRate },
  }
}

/** PostgreSQL's own benchmark, where its package is installed; PGBENCH names it elsewhere. */
function findPgbench(): string | undefined {
  const places = [process.env.PGBENCH ?? '', ...globSync('/usr/lib/postgresql/*/bin/pgbench'), '/usr/bin/pgbench']
  return places.find((place) => place !== '' && existsSync(place))
}

const writeTarget = ({ connection: { host = '', port = 0, user = '' } }: OpenShop) => ['-h', host, '-p', String(port), '-U', user]

async function preparePgbench({ pgbench, shop }: { pgbench: string; shop: OpenShop }): Promise<void> {
  await withClient({ connection: shop.connection, work: (client) => client.query('create database pgbench') })
  await run(pgbench, [...writeTarget(shop), '-i', '-s', '10', '-q', 'pgbench'])
}

async function runPgbench({ pgbench, shop, seconds }: { pgbench: string; shop: OpenShop; seconds: number }): Promise<number> {
  const { stdout } = await run(pgbench, [...writeTarget(shop), '-c', '8', '-j', '2', '-T', String(seconds), 'pgbench'])
  return Number(/tps = (?<tps>[\d.]+)/.exec(stdout)?.groups?.tps)
}
