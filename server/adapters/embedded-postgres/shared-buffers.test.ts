import { expect, test } from 'vitest'
import { chooseSharedBuffers } from './shared-buffers.ts'

const gigabyte = 2 ** 30

test.each([
  [gigabyte / 2, '128MB'],
  [gigabyte, '128MB'],
  [3 * gigabyte, '384MB'],
  [8 * gigabyte, '1024MB'],
  [64 * gigabyte, '1024MB'],
])('a machine with %d bytes gets %s of shared buffers', (memory, expected) => {
  expect(chooseSharedBuffers(memory)).toBe(expected)
})
