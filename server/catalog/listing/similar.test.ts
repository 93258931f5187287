import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

test('similar products are of the same category, in stock, with the nearest price first', async () => {
  const make = (price: number, more: object = {}) => createTestProduct({ database, category: 'DENIM', price, ...more })
  const product = await make(1_000)
  const [far, near, same, below] = await Promise.all([make(5_000), make(1_100), make(1_000), make(950)])
  await Promise.all([make(1_001, { stock: 0 }), make(1_000, { category: 'TEE' }), make(9_000)])
  const reply = await request('GET', `/products/${product.id}/similar`)
  expect(reply.json().products.map(({ _id }: { _id: string }) => _id)).toEqual([same?.id, below?.id, near?.id, far?.id])
  expect((await request('GET', `/products/${randomUUID()}/similar`)).statusCode).toBe(404)
})
