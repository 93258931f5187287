import { beforeEach, expect, test } from 'vitest'
import { addRecentlyViewed, readRecentlyViewed } from './recently-viewed.ts'

beforeEach(() => localStorage.clear())

test('the last viewed product is the first, each is there once, and five are kept', () => {
  for (const id of ['a', 'b', 'c', 'a', 'd', 'e', 'f']) addRecentlyViewed(id)
  expect(readRecentlyViewed()).toEqual(['f', 'e', 'd', 'a', 'c'])
})

test('anything else in the storage counts as nothing', () => {
  localStorage.setItem('recentlyViewed', '{"a":1}')
  expect(readRecentlyViewed()).toEqual([])
})
