import { afterEach, beforeEach, expect, vi } from 'vitest'

// Fails every test that writes to console.error.
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls
  vi.restoreAllMocks()
  expect(calls, 'calls of console.error').toEqual([])
})
