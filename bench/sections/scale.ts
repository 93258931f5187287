import { apiBase } from '#contract/api.ts'
import { compare, type Row, type Side } from '../compare.ts'
import { type OpenShop, openShop } from '../open-shop.ts'
import { listSearches } from '../searches.ts'
import { seedOrders, withClient } from '../seed.ts'
import { askInTurn } from '../wrk-scripts.ts'

const small = 1_000
/** A cost of at most 1.5 times. */
const minShare = 1 / 1.5
/** Pages that the small shop has, too. */
const listPages = Math.floor(small / 7)
const orderPages = small / 10
const popular = ['indigo lane', 'madder', 'monsoon hoodie', 'slate cargos', 'terrace te', 'lantren']

/** What lists, searches and order lists cost as the shop grows. One visitor at a time. */
export async function measureScale({ seconds }: { seconds: number }): Promise<Row[]> {
  const shops: OpenShop[] = []
  const open = async ({ products, orders }: { products: number; orders: number }) => {
    const shop = await openShop({ products })
    shops.push(shop)
    await seedOrders({ connection: shop.connection, orders })
    return toSides(shop)
  }
  const row = (name: string, large: Side, baseline: Side, minimum?: number) =>
    compare({
      name,
      seconds,
      ...(minimum && { minShare: minimum }),
      concurrencies: [1],
      goalAt: 1,
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
  const search = (q: string) => `${apiBase}/products/getAll?page=1&limit=7&q=${encodeURIComponent(q)}`
  const ask = (paths: readonly string[]) => ({ origin, request: askInTurn({ paths, isNew: true }) })
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const orders = numbers(orderPages).map((page) => `${apiBase}/cod/adminOrder?page=${page}`)
  return {
    list: ask(numbers(listPages).map((page) => `${apiBase}/products/getAll?page=${page}&limit=7`)),
    popularSearch: ask(popular.map(search)),
    anySearch: ask(listSearches().map(search)),
    orders: { origin, request: askInTurn({ paths: orders, headers: { Cookie: cookie } }) },
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
