import { expect, test } from 'vitest'
import { fakeApi } from '../../api/fake-api.ts'
import { clientLoader } from './storefront.tsx'

const load = (path: string) => {
  const request = new Request(`https://shop.example${path}`)
  return clientLoader({ params: { page: path.split('/')[2] }, request } as unknown as Parameters<typeof clientLoader>[0])
}

test('a navigation shows its page at once, while the products still load', async () => {
  const reply = Promise.withResolvers<object>()
  fakeApi({ 'GET /products/getAll': () => reply.promise, 'GET /products/facets': () => ({}) })
  const { listing, query } = load('/buy/2')
  expect(query.page).toBe(2)
  expect(listing).toBeInstanceOf(Promise)
  reply.resolve({ products: [], total: 8 })
  expect(await listing).toMatchObject({ total: 8, pages: 2, error: undefined })
})

test('a failing list request is tried three times', async () => {
  const calls = fakeApi({ 'GET /products/getAll': () => 'offline', 'GET /products/facets': () => 'offline' })
  expect(await load('/buy/2').listing).toMatchObject({ products: [], error: 'An error occurred while fetching data' })
  expect(calls.filter(({ route }) => route === 'GET /products/getAll')).toHaveLength(3)
})
