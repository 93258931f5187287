import { expect, test } from 'vitest'
import { paise } from '#contract/money.ts'
import { type CartItem, type CartProduct, findLineProblem, mergeGuestItems, validateAddition } from './rules.ts'

const product = (more: Partial<CartProduct> = {}): CartProduct => ({
  id: 'tee',
  name: 'Tee',
  price: paise(50_000),
  stock: 200,
  isDeleted: false,
  ...more,
})
const item = (more: Partial<CartItem> = {}): CartItem => ({ productId: 'tee', size: 'M', quantity: 1, ...more })
const fullCart = Array.from({ length: 50 }, (_, index) => item({ productId: `product ${index}` }))

test.each([
  [undefined, { items: [], quantity: 99 }],
  [undefined, { items: [item({ quantity: 98 })], quantity: 1 }],
  ['line_full', { items: [item({ quantity: 99 })], quantity: 1 }],
  ['not_enough_stock', { items: [item({ quantity: 99 }), item({ size: 'L', quantity: 99 })], size: 'XL' as const, quantity: 3 }],
  ['sold_out', { items: [], quantity: 1, product: product({ stock: 0 }) }],
  ['cart_full', { items: fullCart, quantity: 1 }],
  [undefined, { items: [...fullCart.slice(1), item()], quantity: 1 }],
])('adding to a cart gives %s', (code, addition) => {
  expect(validateAddition({ product: product(), size: 'M', ...addition })?.code).toBe(code)
})

test.each([
  [null, {}, 200],
  ['gone', { isDeleted: true, stock: 0 }, 1],
  ['sold_out', { stock: 0 }, 1],
  ['short', {}, 201],
  ['price', { price: paise(60_000) }, 1],
])('a line has the problem %s', (problem, more, quantity) => {
  expect(findLineProblem({ product: product(more), quantity, displayedPrice: paise(50_000) }).problem).toBe(problem)
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
