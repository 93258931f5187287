import { afterEach, beforeEach, expect, vi } from 'vitest'

// A fault that only reaches the console would pass unseen.
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const said = vi.mocked(console.error).mock.calls
  vi.restoreAllMocks()
  expect(said, 'nothing is written to console.error').toEqual([])
})
