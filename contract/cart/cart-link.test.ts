import { expect, test } from 'vitest'
import { buildCartLink, parseCartLink } from './cart-link.ts'

const tee = '0190f000-0000-7000-8000-000000000001'
const kurta = '0190f000-0000-7000-8000-000000000002'
const parse = (...entries: string[]) => parseCartLink({ entries, code: null })
const readQuery = (search: string) => {
  const query = new URLSearchParams(search)
  return parseCartLink({ entries: query.getAll('item'), code: query.get('code') })
}

test('a link is read as it was built', () => {
  const items = [
    { product: tee, size: 'M', quantity: 2 },
    { product: kurta, size: null, quantity: 1 },
    { product: kurta, size: 'Size 3.5 & ½ 👗', quantity: 99 },
  ]
  const link = buildCartLink({ items, code: 'DIWALI10' })
  expect(link).toMatch(/^\/cart-link\?item=/)
  expect(readQuery(new URL(link, 'https://shop.example').search)).toEqual({ items, code: 'DIWALI10', unreadable: 0 })
})

test('quantity and size may be left out', () => {
  expect(parse(tee, `${kurta}.3`).items).toEqual([
    { product: tee, size: null, quantity: 1 },
    { product: kurta, size: null, quantity: 3 },
  ])
})

test('the same product in the same size is one item', () => {
  expect(parse(`${tee}.1.M`, `${tee.toUpperCase()}.2.M`, `${tee}.1.L`).items).toEqual([
    { product: tee, size: 'M', quantity: 3 },
    { product: tee, size: 'L', quantity: 1 },
  ])
})

test.each([
  '',
  'tee.1.M',
  `${tee}.0.M`,
  `${tee}.-1`,
  `${tee}.1e9.M`,
  `${tee}.1234567`,
  `${tee}.٣`,
  `${tee}.1.${'M'.repeat(21)}`,
  `${tee}; drop table products`,
  '../../admin',
  '\uD83D',
])('no item is read from %j', (entry) => {
  expect(parse(entry)).toEqual({ items: [], code: undefined, unreadable: 1 })
})

test('items beyond the most lines of a cart are counted, not read', () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => `${tee}.1.${index}`)
  const { items, unreadable } = parse(...entries)
  expect([items.length, unreadable]).toEqual([50, 9_950])
})

test('a code is cut and read as it would be typed', () => {
  expect(readQuery('?code=%20diwali10.').code).toBe('DIWALI10')
  expect(readQuery(`?code=${'A'.repeat(5_000)}`).code).toHaveLength(60)
  expect(readQuery('?code=').code).toBeUndefined()
})
