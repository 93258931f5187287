import { describe, expect, test } from 'vitest'
import { listPageNumbers, parsePage } from './page-numbers.ts'

describe('listPageNumbers', () => {
  test('up to 7 pages are all listed', () => {
    expect(listPageNumbers({ page: 3, pages: 7 })).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('more pages show the ends and the neighbours of the current page', () => {
    expect(listPageNumbers({ page: 1, pages: 20 })).toEqual([1, 2, 3, 4, 5, null, 20])
    expect(listPageNumbers({ page: 9, pages: 20 })).toEqual([1, null, 8, 9, 10, null, 20])
    expect(listPageNumbers({ page: 20, pages: 20 })).toEqual([1, null, 16, 17, 18, 19, 20])
  })

  test('the current page, the first and the last are always listed, in order and without duplicates', () => {
    for (let pages = 1; pages <= 30; pages += 1)
      for (let page = 1; page <= pages; page += 1) {
        const numbers = listPageNumbers({ page, pages }).filter((number) => number !== null)
        expect(numbers).toContain(page)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect([numbers[0], numbers.at(-1)]).toEqual([1, pages])
      }
  })
})

test('parsePage returns 1 for anything that is not a page number', () => {
  for (const text of [undefined, null, '', '0', '-1', 'abc', '1.5', '99999999999999999999']) expect(parsePage(text)).toBe(1)
  expect(parsePage('12')).toBe(12)
})
