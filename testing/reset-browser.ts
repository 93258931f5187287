import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// As long as `expect.poll` waits, see vitest.config.ts.
configure({ asyncUtilTimeout: 60_000 })

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

// Each test of a screen starts with an empty page and empty storage. What it loads last (a toast, a drawer) has arrived before its page is gone.
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
