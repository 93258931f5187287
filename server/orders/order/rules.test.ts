import { expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { mergeItems, toLineItems, validateOrder } from './rules.ts'

const product = (more: object = {}) => ({
  name: 'Tee',
  image_key: 'tee',
  price_paise: paise(50_000),
  stock: 3,
  sizeStock: null,
  status: 'on_sale' as const,
  ...more,
})
const item = (more: object = {}) => ({ productId: 'tee', quantity: 2, size: 'M' as const, ...more })
const validate = ({ items = [item()], products = { tee: product() } as object, expectedTotal = 100_000 } = {}) =>
  validateOrder({ items, products: new Map(Object.entries(products)), expectedTotal: paise(expectedTotal) })?.code

test('items of the same product and size are merged', () => {
  expect(mergeItems([item(), item({ size: 'L' }), item({ quantity: 1 })])).toEqual([item({ quantity: 3 }), item({ size: 'L' })])
})

test('a line item has the name, image and price of its product, and an unknown product has none', () => {
  const lines = toLineItems({ items: [item(), item({ productId: 'unknown' })], products: new Map([['tee', product()]]) })
  expect(lines).toEqual([{ ...item(), name: 'Tee', imageKey: 'tee', price: 50_000, dispatchDays: null, availableFrom: null }])
})

test('an order is valid when everything is in stock and the total is the expected one', () => {
  expect(validate()).toBeUndefined()
})

test.each([
  ['product_gone', { products: {} }],
  ['product_gone', { products: { tee: product({ status: 'deleted' }) } }],
  ['sold_out', { products: { tee: product({ stock: 0 }) } }],
  ['not_enough_stock', { items: [item(), item({ size: 'L' })] }],
  ['prices_changed', { expectedTotal: 99_999 }],
  ['size_unknown', { items: [item({ size: 'XS' })] }],
  ['size_missing', { items: [item({ size: null })], products: { tee: product({ sizeStock: new Map([['M', 3]]) }) } }],
  ['sold_out', { products: { tee: product({ stock: 9, sizeStock: new Map(Object.entries({ M: 0, L: 9 })) }) } }],
  ['not_enough_stock', { products: { tee: product({ stock: 10, sizeStock: new Map(Object.entries({ M: 1, L: 9 })) }) } }],
])('an order is rejected with %s: %j', (code, order) => {
  expect(validate(order)).toBe(code)
})
