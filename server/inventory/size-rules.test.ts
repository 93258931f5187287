import { expect, test } from 'vitest'
import { sumByStock } from './size-rules.ts'

const products = new Map([
  ['tee', { sizeStock: null }],
  ['kurta', { sizeStock: new Map(Object.entries({ '38': 1, '40': 2 })) }],
])
const sum = (...items: [string, string | null, number][]) =>
  sumByStock({ items: items.map(([productId, size, quantity]) => ({ productId, size, quantity })), products }).map(
    ({ productId, size, quantity }) => [productId, size, quantity],
  )

test('quantities of a product with one stock are summed over sizes', () => {
  expect(sum(['tee', 'M', 2], ['tee', null, 1], ['tee', 'L', 3])).toEqual([['tee', null, 6]])
})

test('quantities of a product with stock by size are summed for each size', () => {
  expect(sum(['kurta', '40', 2], ['kurta', '38', 1], ['kurta', '40', 3])).toEqual([
    ['kurta', '40', 5],
    ['kurta', '38', 1],
  ])
})

test('what was ordered without a size before the product had sizes belongs to its first size', () => {
  expect(sum(['kurta', null, 2], ['kurta', '38', 1])).toEqual([['kurta', '38', 3]])
})
