import { randomUUID } from 'node:crypto'
import { apiBase } from '#contract/api.ts'
import { buildGuestOrder, listOrdered } from './guest-order.ts'
import type { OpenShop } from './open-shop.ts'
import { rare } from './seed-shop.ts'

export interface Shop extends Pick<OpenShop, 'origin' | 'client'> {
  /** of an administrator */
  readonly cookie: string
}

/** Sends one request of a call; `turn` makes it another one each time. */
type Send = (turn: number) => Promise<Response>
type Call = (shop: Shop) => Send | Promise<Send>

/** An ignored parameter makes each address a new one for the cache of responses. */
const get =
  (path: string | ((turn: number) => string)): Call =>
  ({ origin, cookie }) =>
  (turn) => {
    const address = typeof path === 'string' ? path : path(turn)
    return fetch(`${origin}${address}${address.includes('?') ? '&' : '?'}turn=${randomUUID()}`, { headers: { cookie } })
  }

const api = (path: string | ((turn: number) => string)) => get((turn) => apiBase + (typeof path === 'string' ? path : path(turn)))
const list = (query: string | ((turn: number) => string)) =>
  api((turn) => `/products/getAll?limit=7&page=${1 + (turn % 100)}&${typeof query === 'string' ? query : query(turn)}`)
const search = (words: readonly string[], rest = '') =>
  api((turn) => `/products/getAll?limit=7&page=1&q=${encodeURIComponent(words[turn % words.length] ?? '')}${rest}`)

const colours = ['indigo', 'madder', 'ecru', 'slate', 'olive', 'rust', 'ink', 'sand', 'coral', 'teal', 'plum', 'maroon']
const places = ['lane', 'harbour', 'monsoon', 'terrace', 'quarry', 'orchard', 'lantren']
const garments = ['tee', 'joggers', 'hoodie', 'cargos', 'jogge', 'hood']
const pairs = colours.flatMap((colour, index) => [
  `${colour} ${places[index % places.length]} ${garments[index % garments.length]}`,
  `${colour} ${garments[(index + 1) % garments.length]}`,
])

async function guestOrder({ origin, client }: Shop): Promise<Send> {
  const products = await listOrdered({ client })
  return (turn) => {
    const product = products[turn % products.length]
    if (!product) throw new Error('There is nothing in stock.')
    return fetch(`${origin}${apiBase}/guest/cashondelivery`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), 'x-forwarded-for': `10.0.${turn}.1` },
      body: buildGuestOrder({ product, phone: String(6_000_000_000 + Math.floor(Math.random() * 1_000_000_000)) }),
    })
  }
}

const ofFirst =
  (table: 'products' | 'orders', path: (id: string) => string): Call =>
  async (shop) => {
    const { rows } = await shop.client.query<{ id: string }>(`select id from ${table} limit 100`)
    return (await api((turn) => path(rows[turn % rows.length]?.id ?? ''))(shop)) as Send
  }

export const growthCalls: Readonly<Record<string, Call>> = {
  // First: pages show counts beside their filters, and totals of lists come from the same groups.
  'facets, fresh filter': api(
    (turn) => `/products/facets?category=TEE&minPrice=1000&maxPrice=1999.99&fabric=linen&colour=${colours[turn % 12]}`,
  ),
  'list, newest': list(''),
  'list, category': list('category=TEE'),
  'list, price order': list('sort=price-asc'),
  'list, popular order': list('sort=popular'),
  'list, in stock': list('inStock=true'),
  'list, size': list('size=M'),
  'list, colour': list((turn) => `colour=${colours[turn % colours.length]}`),
  'list, rare colour': list(`colour=${rare.colour}`),
  'list, colour that no product has': list('colour=ultraviolet'),
  'list, fabric': list('fabric=linen'),
  'list, rare fabric': list(`fabric=${rare.fabric}`),
  'list, country': list('country=Vietnam'),
  'list, price band': list((turn) => `minPrice=${1000 + turn}&maxPrice=1999`),
  'list, price band, popular': list((turn) => `minPrice=${1000 + turn}&maxPrice=1999&sort=popular`),
  'list, narrow price band, newest': list((turn) => `minPrice=${1000 + turn * 5}&maxPrice=${1005 + turn * 5}`),
  'list, all filters': list((turn) => `category=TEE&size=M&colour=teal&fabric=linen&minPrice=${500 + turn}&maxPrice=1999&inStock=true`),
  'list, deepest page': api('/products/getAll?limit=7&page=1428'),
  product: ofFirst('products', (id) => `/products/${id}`),
  'similar products': ofFirst('products', (id) => `/products/${id}/similar`),
  'search, common words': search(['cotton', 'teal', 'hoodie', 'monsoon']),
  'search, two or three words': search(pairs),
  'search, two or three words by price': search(pairs, '&sort=price-asc'),
  'search, rare words': search([rare.colour, 'combed madder 7', 'number 4711', 'ultraviolet']),
  suggestions: api((turn) => `/products/suggestions?q=${(pairs[turn % pairs.length] ?? '').slice(0, 3 + (turn % 12))}`),
  'facets, colour and size': api((turn) => `/products/facets?colour=${colours[turn % 12]}&size=M&inStock=true`),
  'facets of a search': api((turn) => `/products/facets?q=${pairs[turn % pairs.length]}`),
  'page /buy': get('/buy'),
  'page of a category with a fresh filter': get((turn) => `/buy?category=TEE&colour=teal&minPrice=${501 + turn}`),
  'desk, new': api('/order/admin/desk?view=new'),
  'desk, late': api('/order/admin/desk?view=late'),
  'desk, problems': api('/order/admin/desk?view=problems'),
  'desk, all': api('/order/admin/desk?view=all'),
  'desk, all, page 100': api('/order/admin/desk?view=all&page=100'),
  'desk, search name': api('/order/admin/desk?view=all&q=rao'),
  'desk, search full name': api('/order/admin/desk?view=all&q=kavya menon'),
  'desk, search product': api('/order/admin/desk?view=all&q=tee'),
  'desk, search unknown name': api('/order/admin/desk?view=all&q=zzyzx'),
  'desk, search phone': api((turn) => `/order/admin/desk?view=all&q=90000001${10 + turn}`),
  'desk, search number': api((turn) => `/order/admin/desk?view=all&q=G${4711 + turn}`),
  'orders of the administration': api((turn) => `/cod/adminOrder?page=${turn + 1}`),
  'orders, delivered': api('/cod/adminOrder?status=Delivered'),
  'orders, search name': api('/cod/adminOrder?q=rao'),
  order: ofFirst('orders', (id) => `/order/admin/${id}`),
  'related orders': ofFirst('orders', (id) => `/order/admin/${id}/related`),
  customers: api((turn) => `/customers?page=${1 + turn}`),
  'customers, search name': api('/customers?q=rao'),
  'customers, search phone': api((turn) => `/customers?q=90000001${10 + turn}`),
  customer: ofFirst('orders', (id) => `/customers/${id}`),
  'day summary': api('/order/admin/summary'),
  'orders of 30 days': api('/order/admin/daily?days=30'),
  'products of the administration': api((turn) => `/products/admin?page=${1 + turn}`),
  'products by stock': api('/products/admin?sort=stock'),
  'products low in stock': api('/products/admin?low=yes'),
  'products by name': api('/products/admin?sort=name'),
  'products that declare no maker': api('/products/admin?undeclared=maker'),
  'products without a tax rate': api('/products/admin?unrated=yes'),
  'products, search': api((turn) => `/products/admin?q=${pairs[turn % pairs.length]}`),
  'stock of a product': ofFirst('products', (id) => `/products/${id}/stock`),
  'COD payments': api('/remittances'),
  bell: api('/order/admin/notifications'),
  documents: api('/documents'),
  'returns by size': api('/returns/by-size'),
  'first day': api('/first-day'),
  'guest order': guestOrder,
}
