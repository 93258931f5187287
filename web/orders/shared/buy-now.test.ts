import { expect, test } from 'vitest'
import { buildBuyNowHref, parseBuyNow } from './buy-now.ts'

test('the URL of an item gives the item back', () => {
  const href = buildBuyNowHref({ checkout: '/orderNow', product: 'p1', size: '3-4 Y' })
  expect(href).toBe('/orderNow?buy=p1&size=3-4+Y&quantity=1')
  expect(parseBuyNow(new URL(href, 'https://shop.example').search)).toEqual({ product: 'p1', size: '3-4 Y', quantity: 1 })
})

test.each([
  ['', undefined],
  ['?size=M&quantity=2', undefined],
  ['?buy=p1', { product: 'p1', size: null, quantity: 1 }],
  ['?buy=p1&size=M&quantity=3', { product: 'p1', size: 'M', quantity: 3 }],
  ['?buy=p1&quantity=0', { product: 'p1', size: null, quantity: 1 }],
  ['?buy=p1&quantity=1.5', { product: 'p1', size: null, quantity: 1 }],
  ['?buy=p1&quantity=1e9', { product: 'p1', size: null, quantity: 1 }],
  [`?buy=p1&size=${'x'.repeat(50)}`, { product: 'p1', size: null, quantity: 1 }],
])('%j is %j', (search, item) => expect(parseBuyNow(search)).toEqual(item))
