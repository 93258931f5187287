import { expect, test } from 'vitest'
import { paise } from '#contract/kernel/money.ts'
import { type CartItem, type CartProduct, findLineProblem, mergeGuestItems, validateAddition } from './rules.ts'

const product = (more: Partial<CartProduct> = {}): CartProduct => ({
  id: 'tee',
  name: 'Tee',
  price: paise(50_000),
  stock: 200,
  sizeStock: null,
  isOnSale: true,
  ...more,
})
const bySize = product({ stock: 11, sizeStock: new Map(Object.entries({ M: 9, L: 2, XL: 0 })) })
const item = (more: Partial<CartItem> = {}): CartItem => ({ productId: 'tee', size: 'M', quantity: 1, ...more })
const fullCart = Array.from({ length: 50 }, (_, index) => item({ productId: `product ${index}` }))

test.each([
  [undefined, { items: [], quantity: 99 }],
  [undefined, { items: [item({ quantity: 98 })], quantity: 1 }],
  ['line_full', { items: [item({ quantity: 99 })], quantity: 1 }],
  ['not_enough_stock', { items: [item({ quantity: 99 }), item({ size: 'L', quantity: 99 })], size: 'XL' as const, quantity: 3 }],
  ['sold_out', { items: [], quantity: 1, product: product({ stock: 0 }) }],
  ['cart_full', { items: fullCart, quantity: 1 }],
  ['size_unknown', { items: [], quantity: 1, size: 'XS' }],
  [undefined, { items: [item({ quantity: 9 })], quantity: 2, size: 'L', product: bySize }],
  ['not_enough_stock', { items: [item({ size: 'L' })], quantity: 2, size: 'L', product: bySize }],
  ['sold_out', { items: [], quantity: 1, size: 'XL', product: bySize }],
  ['size_unknown', { items: [], quantity: 1, size: 'XXL', product: bySize }],
  ['size_missing', { items: [], quantity: 1, size: null, product: bySize }],
  [undefined, { items: [...fullCart.slice(1), item()], quantity: 1 }],
])('adding to a cart gives %s', (code, addition) => {
  expect(validateAddition({ product: product(), size: 'M', ...addition })?.code).toBe(code)
})

test.each([
  [null, {}, 200],
  ['gone', { isOnSale: false, stock: 0 }, 1],
  ['sold_out', { stock: 0 }, 1],
  ['short', {}, 201],
  ['price', { price: paise(60_000) }, 1],
])('a line has the problem %s', (problem, more, quantity) => {
  expect(findLineProblem({ product: product(more), size: 'M', quantity, displayedPrice: paise(50_000) }).problem).toBe(problem)
})

test.each([
  ['size', null, 'Please choose a size.'],
  ['sold_out', 'XL', 'Tee (XL) is sold out. Please remove it.'],
  ['sold_out', 'XXL', 'Tee is not available in size XXL. Please remove it.'],
  ['short', 'L', 'Only 2 left of Tee (L).'],
  [null, 'M', null],
])('a line of a product with stock by size has the problem %s in size %s', (problem, size, notice) => {
  expect(findLineProblem({ product: bySize, size, quantity: 3, displayedPrice: paise(50_000) })).toEqual({ problem, notice })
})

test('guest items of a product with stock by size are merged up to the stock of their size', () => {
  const guestItem = { product: 'tee', name: 'Tee', quantity: 3 }
  const guestItems = [{ ...guestItem, size: 'L' }, { ...guestItem, size: 'XL' }, { ...guestItem, size: 'XXL' }, guestItem]
  const merged = mergeGuestItems({ items: [], guestItems, products: new Map([['tee', bySize]]) })
  expect(merged.changed.map(({ size, quantity }) => [size, quantity])).toEqual([
    ['L', 2],
    [null, 3],
  ])
  expect(merged.notices).toEqual([
    'Only 2 left of Tee (L). Your cart has the maximum available.',
    'Tee (XL) is sold out.',
    'Tee is not available in size XXL.',
  ])
})

test('the same guest item twice is merged once, up to the stock', () => {
  const guestItem = { product: 'TEE', name: 'Tee', price: 500, size: 'M' as const, quantity: 2 }
  const products = new Map([['tee', product({ stock: 4 })]])
  const merged = mergeGuestItems({ items: [item()], guestItems: [guestItem, guestItem], products })
  expect(merged).toEqual({
    changed: [{ ...item({ quantity: 4 }), displayedPrice: 50_000 }],
    notices: ['Only 4 left of Tee. Your cart has the maximum available.'],
  })
})

test('a guest item beyond the limit of a line is cut to the limit, and the notice names the limit', () => {
  const guestItems = [{ product: 'tee', name: 'Tee', size: 'M' as const, quantity: 3 }]
  const merged = mergeGuestItems({ items: [item({ quantity: 98 })], guestItems, products: new Map([['tee', product()]]) })
  expect(merged).toEqual({
    changed: [{ ...item({ quantity: 99 }), displayedPrice: 50_000 }],
    notices: ['You can order up to 99 of one item. Your cart has the maximum of Tee.'],
  })
})

test('a guest item that needs a line more than the cart can hold is left out', () => {
  const guestItems = [{ product: 'tee', name: 'Tee', quantity: 1 }]
  const merged = mergeGuestItems({ items: fullCart, guestItems, products: new Map([['tee', product()]]) })
  expect(merged).toEqual({ changed: [], notices: ['Your cart is full. Please order what is in it first.'] })
})
