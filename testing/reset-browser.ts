import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// jsdom has no modal dialogs. Like a browser, it tells later that one was closed.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  },
})

// Each test of a screen starts with an empty page and empty storage.
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
