import { expect, test } from 'vitest'
import { isPrepared } from '#server/adapters/postgres.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const product = await createTestProduct({ database, stock: 500 })
const { cookies } = await signInShopper({ request })

const calls: Readonly<Record<string, () => PromiseLike<{ statusCode: number }>>> = {
  'a list of products': () => request('GET', '/products/getAll?page=1&limit=7'),
  'a list of a category': () => request('GET', '/products/getAll?page=1&limit=7&category=TEE'),
  'a search': () => request('GET', '/products/getAll?page=1&limit=7&q=tee'),
  'a product': () => request('GET', `/products/${product.id}`),
  'an addition to a cart': () => request('POST', '/cart/add', { cookies, body: { product: product.id, size: 'M', quantity: 1 } }),
  'a cart': () => request('GET', '/cart', { cookies }),
  "an order of a shopper's cart": () => request('POST', '/cod/cashondelivery', { cookies, body: address }),
  "a guest's order": () => request('POST', '/guest/cashondelivery', { body: buildGuestOrder([product]) }),
}

/** They have no plan. */
const ofTransactions = /^(begin|commit|rollback)\b/

test.each(Object.keys(calls))('each connection plans the statements of %s once', async (name) => {
  const statements = await captureQueries(async () => expect([200, 201]).toContain((await calls[name]?.())?.statusCode))
  const planned = statements.filter((text) => !ofTransactions.test(text))
  expect(planned).not.toEqual([])
  expect(planned.filter((text) => !isPrepared(text))).toEqual([])
})
