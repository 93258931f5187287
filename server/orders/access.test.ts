import { afterAll, expect, test } from 'vitest'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { findDrift } from '../inventory/ledger.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { request, database } = await createTestApp({ gateway: provider.gateway })

test('fifty checkouts at once, of guests, at the door and by card: no number twice, no piece too many, and every ledger agrees', async () => {
  const pieces = await Promise.all([30, 100, 100].map((stock) => createTestProduct({ database, stock })))
  const [scarce] = pieces
  if (!scarce) throw new Error('No product was made.')
  const asGuest = async () => (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder(pieces) })).json().order?.number
  const fillCart = async () => {
    const { cookies } = await signInShopper({ request })
    for (const { id } of pieces) await request('POST', '/cart/add', { cookies, body: { product: id, size: 'M' } })
    return cookies
  }
  // Before anything is sold: nobody can put into the cart what is gone.
  const carts = await Promise.all(Array.from({ length: 20 }, fillCart))
  const atTheDoor = async () =>
    (await request('POST', '/cod/cashondelivery', { cookies: carts.pop() ?? {}, body: address })).json().order?.number
  const byCard = async () => {
    const { pay, verify } = await startCheckout({ request, database, provider })
    return (await verify((await pay()).browser.response)).json().order?.number
  }
  const ways = [asGuest, asGuest, atTheDoor, atTheDoor, byCard]
  const numbers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => (ways[index % ways.length] as () => Promise<string | undefined>)()),
  )
  const placed = numbers.filter((number) => number !== undefined)
  // Forty want one of thirty; ten pay for pieces of their own.
  expect(placed).toHaveLength(30 + 10)
  expect(new Set(placed).size).toBe(placed.length)
  const { stock } = await database.selectFrom('products').select('stock').where('id', '=', scarce.id).executeTakeFirstOrThrow()
  expect(stock).toBe(0)
  expect((await findDrift({ database })).drifts).toEqual([])
})
