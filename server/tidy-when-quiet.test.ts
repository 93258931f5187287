import { expect, test } from 'vitest'
import { createTidier } from './tidy-when-quiet.ts'

test('after a rush, when it has become quiet, it is time to tidy up: once, and again after the next rush', () => {
  const tidier = createTidier()
  const look = (share: number) => tidier.look({ spent: share * 5_000, passed: 5_000 })
  const day = [0.01, 0.02, 0.9, 1.4, 0.1, 0.03, 0.01, 0.01, 0.1, 0.01, 0.3, 0.01, 0.01]
  expect(day.map(look)).toEqual([false, false, false, false, false, true, false, false, false, false, false, true, false])
})
