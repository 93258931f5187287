import { expect, test } from 'vitest'
import { fakeApi, sampleProduct } from '../../api/fake-api.ts'
import { clientLoader } from './collection-page.tsx'

test('a page after the last one shows the products of the last one, also when it is opened without a new document', async () => {
  const collection = { _id: 'c1', slug: 'eid', title: 'Eid', text: '', total: 30 }
  const calls = fakeApi({
    'GET /collections/:slug': ({ path }) => ({ ...collection, products: path.endsWith('page=2') ? [sampleProduct] : [] }),
  })
  const request = new Request('http://localhost/collection/eid?page=3')
  const loaded = await clientLoader({ params: { slug: 'eid' }, request } as unknown as Parameters<typeof clientLoader>[0])
  expect(loaded).toMatchObject({ page: 3, pages: 2, products: [{ _id: sampleProduct._id }] })
  expect(calls.map(({ path }) => path)).toEqual(['/collections/eid?page=3', '/collections/eid?page=2'])
})
