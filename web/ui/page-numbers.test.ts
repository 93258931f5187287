import { describe, expect, test } from 'vitest'
import { listPageNumbers, readPage } from './page-numbers.ts'

describe('the numbers of a pager', () => {
  test('few pages are all there', () => {
    expect(listPageNumbers({ page: 3, pages: 7 })).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('many pages keep the ends and the neighbours', () => {
    expect(listPageNumbers({ page: 1, pages: 20 })).toEqual([1, 2, 3, 4, 5, null, 20])
    expect(listPageNumbers({ page: 9, pages: 20 })).toEqual([1, null, 8, 9, 10, null, 20])
    expect(listPageNumbers({ page: 20, pages: 20 })).toEqual([1, null, 16, 17, 18, 19, 20])
  })

  test('every page of every length is listed once and in order', () => {
    for (let pages = 1; pages <= 30; pages += 1)
      for (let page = 1; page <= pages; page += 1) {
        const numbers = listPageNumbers({ page, pages }).filter((number) => number !== null)
        expect(numbers).toContain(page)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect([numbers[0], numbers.at(-1)]).toEqual([1, pages])
      }
  })
})

test('what is no page is page 1', () => {
  for (const text of [undefined, null, '', '0', '-1', 'abc', '1.5', '99999999999999999999']) expect(readPage(text)).toBe(1)
  expect(readPage('12')).toBe(12)
})
