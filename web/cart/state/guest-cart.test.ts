import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleProduct } from '../../api/fake-api.ts'
import { removeGuestLine, setGuestQuantity, setGuestSize, subtractLines } from './edit-guest-cart.ts'
import { addToGuestCart, countItems, getGuestCart, syncGuestCart, useGuestCart } from './guest-cart.ts'
import { lineKey } from './guest-cart-line.ts'

const product = sampleProduct
const mKey = lineKey({ _id: product._id, size: 'M' })
const getStored = () => JSON.parse(localStorage.getItem('cartItems') ?? '[]')

beforeEach(() => useGuestCart.setState({ lines: undefined }))

describe('adding', () => {
  test('stores the product with quantity 1', () => {
    expect(addToGuestCart({ product, size: 'M' })).toBe('added')
    expect(getStored()).toEqual([{ ...product, qty: 1, size: 'M' }])
    expect(useGuestCart.getState().lines).toEqual(getStored())
  })

  test('refuses the same product in the same size', () => {
    addToGuestCart({ product, size: 'M' })
    expect(addToGuestCart({ product, size: 'M' })).toBe('duplicate')
    expect(getStored()).toHaveLength(1)
    expect(getStored()[0].qty).toBe(1)
  })

  test('refuses the same product without a size twice', () => {
    addToGuestCart({ product, size: undefined })
    expect(addToGuestCart({ product, size: undefined })).toBe('duplicate')
  })

  test('accepts the same product in another size', () => {
    addToGuestCart({ product, size: 'M' })
    expect(addToGuestCart({ product, size: 'L' })).toBe('added')
    expect(countItems(getGuestCart())).toBe(2)
  })

  test('refuses the 51st line', () => {
    for (let index = 0; index < 50; index += 1) addToGuestCart({ product: { ...product, _id: `tee-${index}` }, size: 'M' })
    expect(addToGuestCart({ product, size: 'M' })).toBe('full')
    expect(getStored()).toHaveLength(50)
  })

  test('keeps what another tab has added', () => {
    addToGuestCart({ product, size: 'M' })
    localStorage.setItem('cartItems', JSON.stringify([...getStored(), { ...product, _id: 'jogger', qty: 1 }]))
    addToGuestCart({ product, size: 'L' })
    expect(getStored()).toHaveLength(3)
  })

  test('works in memory when storage is full', () => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    addToGuestCart({ product, size: 'M' })
    addToGuestCart({ product, size: 'L' })
    expect(useGuestCart.getState().lines).toHaveLength(2)
    setItem.mockRestore()
    addToGuestCart({ product, size: 'XL' })
    expect(getStored()).toHaveLength(3)
  })
})

describe('changing', () => {
  beforeEach(() => {
    addToGuestCart({ product, size: 'M' })
    addToGuestCart({ product, size: 'L' })
  })

  test.each([
    [0, 1],
    [3, 3],
    [1_000, 99],
  ])('a quantity of %i is stored as %i', (quantity, expected) => {
    setGuestQuantity({ key: mKey, quantity })
    expect(getStored().map(({ qty }: { qty: number }) => qty)).toEqual([expected, 1])
  })

  test('a size that the cart already has is refused', () => {
    expect(setGuestSize({ key: mKey, size: 'L' })).toBe(false)
    expect(getStored().map(({ size }: { size: string }) => size)).toEqual(['M', 'L'])
  })

  test('another size is stored', () => {
    expect(setGuestSize({ key: mKey, size: 'XL' })).toBe(true)
    expect(getStored().map(({ size }: { size: string }) => size)).toEqual(['XL', 'L'])
  })

  test('a removed line is gone', () => {
    removeGuestLine(mKey)
    expect(getStored()).toHaveLength(1)
  })

  test('subtracting lines keeps what was added since', () => {
    const before = getGuestCart()
    setGuestQuantity({ key: mKey, quantity: 3 })
    subtractLines(before)
    expect(getStored()).toMatchObject([{ size: 'M', qty: 2 }])
  })
})

test('a change in another tab shows in this one', () => {
  const stop = syncGuestCart()
  expect(useGuestCart.getState().lines).toEqual([])
  localStorage.setItem('cartItems', JSON.stringify([{ ...product, qty: 2 }]))
  window.dispatchEvent(new StorageEvent('storage', { key: 'cartItems' }))
  expect(useGuestCart.getState().lines).toMatchObject([{ qty: 2 }])
  stop()
})

test.each(['{', '"text"', '[{"_id":1},null,7]', '{"state":{}}'])('the stored text %s is an empty cart', (text) => {
  localStorage.setItem('cartItems', text)
  expect(getGuestCart()).toEqual([])
})
