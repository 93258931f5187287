import { apiBase } from '#contract/api.ts'
import { compare, type Row, type Side } from '../compare.ts'
import { type OpenShop, openShop } from '../open-shop.ts'
import { seedOrders, withClient } from '../seed.ts'

const small = 1_000
/** A cost of at most 1.5 times. */
const minShare = 1 / 1.5
/** Pages that the small shop has, too. */
const listPages = Math.floor(small / 7)
const orderPages = small / 10
const popular = ['indigo lane', 'madder', 'monsoon hoodie', 'slate cargos', 'terrace te', 'lantren']
/** Words of the names in `seed.ts`, and a misspelt one. */
const words = [
  ['indigo', 'madder', 'ecru', 'slate', 'olive', 'rust', 'ink', 'sand'],
  ['lane', 'harbour', 'monsoon', 'terrace', 'quarry', 'orchard', 'lantern', 'lantren'],
  ['tee', 'joggers', 'hoodie', 'cargos'],
] as const

const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value
/** One to three words, the last of which may be incomplete: some 800 different searches. */
function pickSearch(): string {
  const chosen = words.flatMap((list) => (Math.random() < 0.5 ? [pick(list)] : []))
  const text = (chosen.length > 0 ? chosen : [pick(words[0])]).join(' ')
  return Math.random() < 0.5 ? text : text.slice(0, -1)
}

const randomPage = (pages: number) => 1 + Math.floor(Math.random() * pages)

/** What lists, searches and order lists cost as the shop grows. One visitor at a time. */
export async function measureScale({ seconds }: { seconds: number }): Promise<Row[]> {
  const shops: OpenShop[] = []
  const open = async ({ products, orders }: { products: number; orders: number }) => {
    const shop = await openShop({ products })
    shops.push(shop)
    await seedOrders({ connection: shop.connection, orders })
    return toSides(shop)
  }
  const row = (name: string, large: Side, baseline: Side, floor?: number) =>
    compare({
      name,
      seconds,
      ...(floor && { minShare: floor }),
      concurrencies: [1],
      floorAt: 1,
      shop: large,
      baseline: { name: 'the same at 1,000', ...baseline },
    })
  try {
    const base = await open({ products: small, orders: small })
    const large = await open({ products: 100_000, orders: 100_000 })
    const popularSearch = await row('popular search, 100,000 products', large.popularSearch, base.popularSearch, minShare)
    const anySearch = await row('one of 800 searches, 100,000 products', large.anySearch, base.anySearch)
    const orders = await row('page of orders, 100,000 orders', large.orders, base.orders, minShare)
    const huge = await open({ products: 1_000_000, orders: 0 })
    const lists = await row('list page, 1,000,000 products', huge.list, base.list, minShare)
    return [...lists, ...popularSearch, ...anySearch, ...orders]
  } finally {
    for (const shop of shops) await shop.close()
  }
}

async function toSides(shop: OpenShop): Promise<Record<'list' | 'popularSearch' | 'anySearch' | 'orders', Side>> {
  const { origin } = shop
  const cookie = await signInAdministrator(shop)
  // An ignored parameter makes each URL a new one for the cache.
  let turn = 0
  const list = () => ({ path: `${apiBase}/products/getAll?page=${randomPage(listPages)}&limit=7&turn=${turn++}` })
  const search = (q: string) => ({ path: `${apiBase}/products/getAll?page=1&limit=7&turn=${turn++}&q=${encodeURIComponent(q)}` })
  const orders = () => ({ path: `${apiBase}/cod/adminOrder?page=${randomPage(orderPages)}`, headers: { cookie } })
  return {
    list: { origin, request: list },
    popularSearch: { origin, request: () => search(pick(popular)) },
    anySearch: { origin, request: () => search(pickSearch()) },
    orders: { origin, request: orders },
  }
}

async function signInAdministrator(shop: OpenShop): Promise<string> {
  const reply = await fetch(`${shop.origin}${apiBase}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', pin: '4321' }),
  })
  await withClient({ connection: shop.connection, work: (client) => client.query(`update users set role = 'admin' where name = 'bench'`) })
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
