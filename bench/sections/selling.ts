import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { apiBase } from '#contract/api.ts'
import { type Row, readLoad } from '../compare.ts'
import { buildOrder, listProducts, type OrderedProduct } from '../guest-order.ts'
import { type LoadResult, median, runLoad } from '../load.ts'
import { type OpenShop, openShop } from '../open-shop.ts'

/** Of the rate without orders. */
const minShare = 0.6
const turns = 3

interface Disturbance {
  stop(): Promise<void>
}

interface Kind {
  readonly name: string
  readonly start: () => Disturbance | Promise<Disturbance>
  readonly hasGoal?: boolean
}

/** The front page from the cache, while orders are placed and while everything is invalidated. */
export async function measureSelling({ seconds }: { seconds: number }): Promise<Row[]> {
  const shop = await openShop({ products: 1_000 })
  try {
    const products = await listProducts({ connection: shop.connection, bySize: false })
    const kinds: Kind[] = [
      { name: '50 orders a second', start: () => placeOrders({ shop, products, perSecond: 50 }), hasGoal: true },
      { name: '5 changes of everything a second', start: () => changeAll({ shop, perSecond: 5 }) },
      { name: '10 changes of everything a second', start: () => changeAll({ shop, perSecond: 10 }) },
    ]
    const run = () => runLoad({ origin: shop.origin, connections: 32, seconds, request: { path: '/buy' } })
    const quiet: LoadResult[] = []
    const disturbed = kinds.map(() => [] as LoadResult[])
    for (let turn = 0; turn < turns; turn += 1) {
      quiet.push(await run())
      for (const [index, { start }] of kinds.entries()) {
        const { stop } = await start()
        disturbed[index]?.push(await run())
        await stop()
      }
    }
    const { rate } = median(quiet)
    return kinds.map(({ name, hasGoal = false }, index) => {
      const result = median(disturbed[index] as LoadResult[])
      const goal = { text: `≥ ${minShare * 100} %`, isMet: result.rate >= minShare * rate }
      const row = { name: `home, HTML, cached, with ${name}`, connections: 32, result, load: readLoad() }
      return { ...row, baseline: { name: 'without', rate }, ...(hasGoal && { goal }) }
    })
  } finally {
    await shop.close()
  }
}

interface PlaceOrders {
  readonly shop: OpenShop
  readonly products: readonly OrderedProduct[]
  readonly perSecond: number
}

/** Orders of all products alike. Throws when one was not accepted. */
function placeOrders({ shop, products, perSecond }: PlaceOrders): Disturbance {
  const placed = new Set<Promise<void>>()
  const place = async () => {
    const product = products[randomInt(products.length)] as OrderedProduct
    const ip = Array.from({ length: 4 }, () => randomInt(1, 224)).join('.')
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), 'x-forwarded-for': ip }
    const body = buildOrder({ product, phone: String(randomInt(9_000_000_000, 10_000_000_000)) })
    const reply = await fetch(`${shop.origin}${apiBase}/guest/cashondelivery`, { method: 'POST', headers, body })
    if (reply.status !== 201) throw new Error(`An order was answered with ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  const timer = setInterval(() => placed.add(place()), 1_000 / perSecond)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(placed)
    },
  }
}

/** What another server's changes of products do: each one drops all cached responses. */
async function changeAll({ shop, perSecond }: { shop: OpenShop; perSecond: number }): Promise<Disturbance> {
  const client = new pg.Client(shop.connection)
  await client.connect()
  let latest: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    latest = client.query(`select pg_notify('products_changed', '')`)
  }, 1_000 / perSecond)
  return {
    async stop() {
      clearInterval(timer)
      await latest
      await client.end()
    },
  }
}
