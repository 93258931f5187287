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

test('what was stored comes back as it was', () => {
  expect(parseGuestCart([tee])).toEqual([tee])
})

test('what is no cart is an empty one', () => {
  for (const value of [null, undefined, 'x', 3, {}, { 0: tee }]) expect(parseGuestCart(value)).toEqual([])
})

test('an entry that cannot be a line is dropped and the others stay', () => {
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

test('a size that the shop does not know is forgotten, the piece is not', () => {
  const [line] = parseGuestCart([{ ...tee, size: 'XS' }])
  expect(line).not.toHaveProperty('size')
  expect(line?.qty).toBe(2)
})

test('more than a line may hold is cut to the most', () => {
  expect(parseGuestCart([{ ...tee, qty: 1_000 }])[0]?.qty).toBe(99)
})

test('the same product in the same size is one line, in another size another', () => {
  expect(parseGuestCart([tee, tee, { ...tee, size: 'L' }]).map(({ size }) => size)).toEqual(['M', 'L'])
})
