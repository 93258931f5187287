import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { startProvider } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createConfirmationLinks } from '../orders/order/order-links.ts'
import { createResponseCache } from './response-cache.ts'

const provider = await startProvider()
const cache = createResponseCache({ publicUrl: undefined })
cache.enable()
const {
  request,
  database,
  trackingKey,
  cookies: administrator,
} = await startShop({ responseCache: cache, publishTo: cache.invalidate, gateways: provider.gateways })
let shopper: Record<string, string> = {}
beforeEach(async () => {
  shopper = (await signInShopper({ request })).cookies
})
const links = createConfirmationLinks({ key: trackingKey })

type Tee = Awaited<ReturnType<typeof createTestProduct>>

/** What product page and list say about a product, and whether both came from the cache. */
async function readServed({ id }: Tee) {
  const page = await request('GET', `/products/${id}`)
  const list = await request('GET', '/products/getAll?page=1&limit=100')
  const listed = list.json<{ products: { _id: string; stock: number; sizeStock?: object[] }[] }>().products.find(({ _id }) => _id === id)
  return {
    isCached: [page, list].every(({ headers }) => headers['x-cache'] === 'HIT'),
    shown: [page.json(), listed].map((product) => [product?.stock, product?.sizeStock?.map(Object.values)]),
  }
}

async function placeGuest(tee: Tee, quantity = 2, size = 'M'): Promise<string> {
  return (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, quantity, size }]) })).json().order._id
}

async function fillCart(tee: Tee, quantity: number): Promise<void> {
  await request('POST', '/cart/add', { cookies: shopper, body: { product: tee.id, size: 'M', quantity } })
  await request('POST', '/cart/', { cookies: shopper, body: address })
}

async function placeCod(tee: Tee): Promise<string> {
  await fillCart(tee, 2)
  return (await request('POST', '/cod/cashondelivery', { cookies: shopper, body: address })).json().order._id
}

const createOrder = (tee: Tee, quantity: number) =>
  request('POST', '/order/create-order', { cookies: shopper, body: { amount: tee.price * quantity } })

async function placePhone(tee: Tee): Promise<string> {
  const { products, totalPrice } = buildGuestOrder([{ ...tee, quantity: 3, size: 'M' }])
  const body = { products, totalPrice, payment: 'link', deliveryAddress: address }
  return (await request('POST', '/order/admin', { cookies: administrator, body })).json().order._id
}

/** An administrator's change of an order, with its current version. */
async function edit(id: string, path: string, body: object) {
  const { version } = (await request('GET', `/order/admin/${id}`, { cookies: administrator })).json<AdminOrderDetail>()
  return request('POST', `/order/admin/${id}/${path}`, { cookies: administrator, body: { version, ...body } })
}

async function transition(id: string, ...statuses: string[]) {
  for (const to of statuses.slice(0, -1)) await edit(id, 'move', { to })
  return edit(id, 'move', { to: statuses.at(-1) })
}

const asAdmin = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  request(method, path, { cookies: administrator, ...(body && { body }) })

interface Change {
  /** runs before the cache is warm */
  readonly prepare?: (tee: Tee) => Promise<unknown>
  readonly change: (tee: Tee, id: string) => PromiseLike<unknown>
}

const changes: Record<string, Change> = {
  'an order of a guest': { change: (tee) => request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, size: 'M' }]) }) },
  'an order of a shopper': {
    prepare: (tee) => fillCart(tee, 2),
    change: () => request('POST', '/cod/cashondelivery', { cookies: shopper, body: address }),
  },
  'an order by phone': { change: placePhone },
  'a checkout by card': { prepare: (tee) => fillCart(tee, 2), change: (tee) => createOrder(tee, 2) },
  'a cancellation by the shopper': {
    prepare: placeCod,
    change: (_, id) => request('POST', `/order/${id}/cancel`, { cookies: shopper }),
  },
  'a cancellation by the link': {
    prepare: placePhone,
    change: (_, id) =>
      request('POST', '/order/confirmation', {
        body: { token: links.create(id).split('/o/')[1], isAccepted: false },
      }),
  },
  'a cancellation by an administrator': { prepare: placeGuest, change: (_, id) => transition(id, 'Cancelled') },
  'a cancellation that is undone': {
    prepare: async (tee) => {
      const id = await placeGuest(tee)
      await transition(id, 'Cancelled')
      return id
    },
    change: (_, id) => edit(id, 'undo', {}),
  },
  'cancellations at the desk': {
    prepare: placeGuest,
    change: (_, id) => asAdmin('POST', '/order/admin/moves', { to: 'Cancelled', orders: [{ _id: id, version: 1 }] }),
  },
  'an item that is removed': { prepare: placeGuest, change: (_, id) => edit(id, 'remove', { line: 1, quantity: 1 }) },
  'a size that is set': { prepare: placeGuest, change: (tee, id) => edit(id, 'size', { product: tee.id, line: 1, size: 'L' }) },
  'a parcel that came back': {
    prepare: async (tee) => {
      const id = await placeGuest(tee)
      await transition(id, 'Confirmed', 'Packed', 'Shipped', 'Undelivered')
      return id
    },
    change: (_, id) => edit(id, 'receive', { condition: 'sellable' }),
  },
  'cancellations at the desk that are undone': {
    prepare: async (tee) => {
      const id = await placeGuest(tee)
      await transition(id, 'Cancelled')
      return id
    },
    change: (_, id) => asAdmin('POST', '/order/admin/moves/undo', { orders: [{ _id: id, version: 2 }] }),
  },
  'a corrected stock': {
    change: ({ id }) => asAdmin('POST', `/products/${id}/stock`, { change: 7, cause: 'correction', size: 'M', note: 'Counted.' }),
  },
  'other sizes': {
    change: ({ id }) =>
      asAdmin('POST', `/products/${id}/sizes`, {
        version: 1,
        seenStock: 10,
        sizes: [
          { size: 'M', sku: '', seenStock: 5, stock: 9 },
          { size: 'L', sku: '', seenStock: 5, stock: 5 },
        ],
        note: 'Counted.',
      }),
  },
}

describe('the next request shows', () => {
  test.each(Object.entries(changes))('%s', async (_, { prepare, change }) => {
    const tee = await createTestProduct({ database, sizes: { M: 5, L: 5 } })
    cache.invalidate()
    const id = String(await prepare?.(tee))
    await readServed(tee)
    const before = await readServed(tee)
    expect(before.isCached).toBe(true)
    await change(tee, id)
    const after = await readServed(tee)
    expect(after.isCached).toBe(false)
    const sizes = await database.selectFrom('product_sizes').select('stock').where('product_id', '=', tee.id).orderBy('position').execute()
    const stock = sizes.map((size) => size.stock)
    const sum = stock.reduce((total, each) => total + each, 0)
    expect(after.shown.map(([total]) => total)).toEqual([sum, sum])
    expect(after.shown).not.toEqual(before.shown)
  })
})
