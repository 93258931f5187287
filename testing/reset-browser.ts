import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Each test of a screen starts with an empty page and empty storage.
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
