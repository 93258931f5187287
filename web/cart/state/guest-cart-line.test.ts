import { expect, test } from 'vitest'
import { parseGuestCart } from './guest-cart-line.ts'

const tee = {
  _id: 'a',
  name: 'Tee',
  description: 'Soft.',
  price: 799,
  image: '/images/a/800.webp',
  backdrop: '#aabbcc',
  category: 'TEE',
  stock: 4,
  sizes: ['M', 'L'],
  qty: 2,
  size: 'M',
}

test('a stored line is unchanged', () => {
  expect(parseGuestCart([tee])).toEqual([tee])
})

test('an invalid value is an empty cart', () => {
  for (const value of [null, undefined, 'x', 3, {}, { 0: tee }]) expect(parseGuestCart(value)).toEqual([])
})

test('an invalid entry is dropped, the others are not', () => {
  const broken = [
    null,
    1,
    'x',
    {},
    { ...tee, _id: '' },
    { ...tee, price: '799' },
    { ...tee, price: -1 },
    { ...tee, qty: 0 },
    { ...tee, qty: 1.5 },
    { ...tee, image: undefined },
  ]
  expect(parseGuestCart([...broken, tee])).toEqual([tee])
})

test('an unknown size is dropped, its line is not', () => {
  const [line] = parseGuestCart([{ ...tee, size: 'XS' }])
  expect(line).not.toHaveProperty('size')
  expect(line?.qty).toBe(2)
})

test('the stock of sizes is kept when it is valid', () => {
  const sizeStock = [
    { size: 'M', stock: 0 },
    { size: 'Free size', stock: 3 },
  ]
  expect(parseGuestCart([{ ...tee, sizeStock }])).toEqual([{ ...tee, sizeStock }])
  for (const invalid of ['M', [null], [{ size: 'M' }], [{ size: 'M', stock: -1 }], [{ size: 'x'.repeat(21), stock: 1 }]]) {
    expect(parseGuestCart([{ ...tee, sizeStock: invalid }])).toEqual([tee])
  }
})

test('the quantity is limited to the maximum', () => {
  expect(parseGuestCart([{ ...tee, qty: 1_000 }])[0]?.qty).toBe(99)
})

test('the same product in the same size is one line, in another size another line', () => {
  expect(parseGuestCart([tee, tee, { ...tee, size: 'L' }]).map(({ size }) => size)).toEqual(['M', 'L'])
})
