import { expect, test } from 'vitest'
import { startCheckout } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { findDrift } from '../../inventory/ledger.ts'

const { provider, request, database } = await startPayingApp()

test('50 concurrent guest, COD and card orders have unique numbers, sell no item twice and leave the ledger correct', async () => {
  const products = await Promise.all([30, 100, 100].map((stock) => createTestProduct({ database, stock })))
  const [scarce] = products
  if (!scarce) throw new Error('No product was created.')
  const placeGuestOrder = async () =>
    (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder(products) })).json().order?.number
  const fillCart = async () => {
    const { cookies } = await signInShopper({ request })
    for (const { id } of products) await request('POST', '/cart/add', { cookies, body: { product: id, size: 'M' } })
    return cookies
  }
  // Carts are filled before anything is sold, because a sold-out item cannot be added.
  const carts = await Promise.all(Array.from({ length: 20 }, fillCart))
  const placeCodOrder = async () =>
    (await request('POST', '/cod/cashondelivery', { cookies: carts.pop() ?? {}, body: address })).json().order?.number
  const checkouts: Awaited<ReturnType<typeof startCheckout>>[] = []
  for (let count = 0; count < 10; count += 1) checkouts.push(await startCheckout({ request, database, provider }))
  const placeCardOrder = async () => {
    const { pay, verify } = checkouts.pop() ?? {}
    return pay && verify && (await verify((await pay()).browser.response)).json().order?.number
  }
  const placers = [placeGuestOrder, placeGuestOrder, placeCodOrder, placeCodOrder, placeCardOrder]
  const numbers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => (placers[index % placers.length] as () => Promise<string | undefined>)()),
  )
  const placed = numbers.filter((number) => number !== undefined)
  // 40 orders want one of 30 items; 10 card orders have products of their own.
  expect(placed).toHaveLength(30 + 10)
  expect(new Set(placed).size).toBe(placed.length)
  const { stock } = await database.selectFrom('products').select('stock').where('id', '=', scarce.id).executeTakeFirstOrThrow()
  expect(stock).toBe(0)
  expect((await findDrift({ database })).drifts).toEqual([])
})
