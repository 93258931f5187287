import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { readFacetGroups } from './facet-groups.ts'

const { database } = await createTestApp()

test('counts products the same in one statement and in several', async () => {
  const added = ['TEE', 'TEE', 'JOGGER', 'TEE', 'JOGGER', 'DENIM', 'TEE', 'TEE'].map((category, index) => ({
    name: `Product ${index}`,
    category,
    price: 500 + index,
  }))
  for (const product of added) await createTestProduct({ database, ...product })
  const read = async (partSize: number) => {
    const { groups, products } = await readFacetGroups({ database, partSize })
    const counted = groups.map(({ category, count, prices }) => ({ category, count, prices: [...prices].toSorted() }))
    return { products, groups: counted.toSorted((one, other) => one.category.localeCompare(other.category)) }
  }
  const all = await read(100)
  expect(all).toEqual({
    products: 8,
    groups: [
      { category: 'DENIM', count: 1, prices: [50_500] },
      { category: 'JOGGER', count: 2, prices: [50_200, 50_400] },
      { category: 'TEE', count: 5, prices: [50_000, 50_100, 50_300, 50_600, 50_700] },
    ],
  })
  for (const partSize of [1, 3, 4, 8]) expect(await read(partSize), `${partSize}`).toEqual(all)
})
