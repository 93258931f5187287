import { timings } from '#contract/kernel/business.ts'

export interface ToastOptions {
  text: string
  kind?: 'success' | 'info' | 'error'
  /** milliseconds */
  duration?: number
}

/** Shows a short message at the top right. The toast library loads with the first toast; if it fails to load, a plain element shows the text. */
export async function showToast({ text, kind = 'success', duration = timings.toast }: ToastOptions): Promise<void> {
  try {
    const { renderToast } = await import('./toast-host.tsx')
    renderToast({ text, kind, duration })
  } catch {
    const plain = document.createElement('p')
    plain.className = 'fallback-toast'
    plain.setAttribute('role', 'status')
    document.body.append(plain)
    plain.textContent = text
    setTimeout(() => plain.remove(), Math.max(duration, timings.toast))
  }
}
