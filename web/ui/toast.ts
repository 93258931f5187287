import { timings } from '#contract/business.ts'

export interface ToastWords {
  text: string
  kind?: 'success' | 'info' | 'error'
  /** milliseconds on screen */
  duration?: number
}

/**
 * Says something in passing, top right. The toasts themselves are loaded with the first one, so that pages which have
 * nothing to say do not pay for them; when they cannot be loaded the words still appear, plainly.
 */
export async function showToast({ text, kind = 'success', duration = timings.toast }: ToastWords): Promise<void> {
  try {
    const { raiseToast } = await import('./toast-host.tsx')
    raiseToast({ text, kind, duration })
  } catch {
    const plain = document.createElement('p')
    plain.className = 'plain-toast'
    plain.setAttribute('role', 'status')
    document.body.append(plain)
    plain.textContent = text
    setTimeout(() => plain.remove(), Math.max(duration, timings.toast))
  }
}
