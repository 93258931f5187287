import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products.ts'
import { errorAnswer, type FakeAnswer, fakeApi, sampleProduct } from '../api/fake-api.ts'
import { canIncrease } from './cart-store.ts'
import { type CartCheck, checkGuestCart, toCartItems } from './guest-cart-check.ts'
import { setGuestQuantity } from './state/edit-guest-cart.ts'
import { addToGuestCart, getGuestCart } from './state/guest-cart.ts'
import { lineKey } from './state/guest-cart-line.ts'
import { countAvailableItems } from './state/guest-stock.ts'

const mKey = lineKey({ _id: sampleProduct._id, size: 'M' })

/** Checks the cart while the server gives this answer for the product. */
async function check(answer: FakeAnswer, before: CartCheck = new Map()) {
  const calls = fakeApi({ 'GET /products/:id': () => answer })
  const result = await checkGuestCart(before)
  return { result, calls, items: toCartItems({ lines: getGuestCart(), check: result }) }
}

const checkProduct = (change: Partial<Product>, before?: CartCheck) => check({ ...sampleProduct, ...change }, before)

beforeEach(() => {
  addToGuestCart({ product: sampleProduct, size: 'M' })
})

test('an unchanged product has neither problem nor notice', async () => {
  const { items } = await checkProduct({})
  expect(items).toMatchObject([{ problem: undefined, notices: [], isUnavailable: false }])
})

test('a sold-out product blocks the order and can only be removed', async () => {
  const { items } = await checkProduct({ stock: 0 })
  expect(items).toMatchObject([{ problem: 'Sold out since you added it. Remove it to order the rest.', isUnavailable: true }])
})

test('a product that is no longer sold blocks the order and can only be removed', async () => {
  const { items } = await check(errorAnswer({ status: 404, code: 'product_not_found' }))
  expect(items).toMatchObject([{ problem: 'This item is no longer available. Remove it to order the rest.', isUnavailable: true }])
  expect(countAvailableItems(getGuestCart())).toBe(0)
})

test('a new price is stored and shown', async () => {
  const { items } = await checkProduct({ price: 899 })
  expect(getGuestCart()).toMatchObject([{ price: 899, qty: 1, size: 'M' }])
  expect(items).toMatchObject([{ price: 899, notices: ['The price has changed from ₹799 to ₹899.'], problem: undefined }])
})

test('a shown change stays after a check without one', async () => {
  const { result } = await checkProduct({ price: 899 })
  const { items } = await checkProduct({ price: 899 }, result)
  expect(items[0]?.notices).toEqual(['The price has changed from ₹799 to ₹899.'])
})

test('a product that is sold again loses its problem', async () => {
  const { result } = await check(errorAnswer({ status: 404 }))
  const { items } = await checkProduct({}, result)
  expect(items).toMatchObject([{ problem: undefined, isUnavailable: false }])
})

test.each([['offline' as const], [errorAnswer({ status: 500 })]])('a check without an answer changes nothing', async (answer) => {
  const { items } = await check(answer)
  expect(items).toMatchObject([{ problem: undefined, notices: [], price: 799, stock: 10 }])
})

test('all sizes of a product share its stock, and it is fetched once', async () => {
  addToGuestCart({ product: sampleProduct, size: 'L' })
  setGuestQuantity({ key: mKey, quantity: 3 })
  const { items, calls } = await checkProduct({ stock: 3 })
  expect(calls).toHaveLength(1)
  const problem = 'Only 3 left across all sizes. Reduce the quantity to order.'
  expect(items).toMatchObject([{ problem }, { problem }])
})

test('low stock is a notice, and the quantity cannot exceed it', async () => {
  const { items } = await checkProduct({ stock: 1 })
  const [item] = items
  expect(item).toMatchObject({ problem: undefined, notices: ['Only 1 left'] })
  expect(item && canIncrease({ item, items })).toBe(false)
})

const bySize = {
  stock: 5,
  sizes: ['M', 'L', 'XL'],
  sizeStock: [
    { size: 'M', stock: 1 },
    { size: 'L', stock: 4 },
    { size: 'XL', stock: 0 },
  ],
}

test('a product with stock by size is limited in each size', async () => {
  addToGuestCart({ product: sampleProduct, size: 'L' })
  setGuestQuantity({ key: mKey, quantity: 2 })
  const { items } = await checkProduct(bySize)
  expect(items.map(({ size, stock, problem }) => [size, stock, problem])).toEqual([
    ['M', 1, 'Only 1 left. Reduce the quantity to order.'],
    ['L', 4, undefined],
  ])
  expect(items.map((item) => canIncrease({ item, items }))).toEqual([false, true])
  expect(countAvailableItems(getGuestCart())).toBe(1)
})

test('a line of a product with stock by size must have a size that is in stock', async () => {
  addToGuestCart({ product: sampleProduct, size: undefined })
  addToGuestCart({ product: sampleProduct, size: 'XL' })
  addToGuestCart({ product: sampleProduct, size: 'XXL' })
  const { items } = await checkProduct(bySize)
  expect(items.map(({ problem, isUnavailable }) => [problem, isUnavailable])).toEqual([
    [undefined, false],
    ['Choose a size to order.', false],
    ['Size XL is sold out. Choose another size or remove it to order the rest.', false],
  ])
})
