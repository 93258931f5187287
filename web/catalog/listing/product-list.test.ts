import { expect, test } from 'vitest'
import { fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { clientLoader, meta } from './product-list.tsx'

test.each([
  ['tee', 'TEE'],
  ['jogger', 'JOGGER'],
  ['hoodie', 'HOODIE'],
  ['demim', 'DENIM'],
  ['Denim', 'DENIM'],
  ['product', undefined],
])('the list %s shows the products of the category %s under its name', async (path, category) => {
  const calls = fakeApi({
    'GET /products/getAll': () => ({ products: [sampleProduct], total: 1 }),
    'GET /products/facets': () => ({}),
  })
  const request = new Request(`http://shop.example/UserDashboard/${path}/2?category=${category ?? ''}`)
  const loaderData = clientLoader({ params: { page: '2' }, request } as never)
  expect((await loaderData.listing).products).toEqual([sampleProduct])
  const queries = calls.map((call) => new URL(call.path, request.url).searchParams)
  expect(queries.map((query) => query.get('category') ?? undefined)).toEqual([category, category])
  const [title] = meta({ loaderData, matches: [] } as never) ?? []
  expect(title).toMatchObject({ title: expect.stringMatching(category ? new RegExp(category, 'i') : /All/) })
})
