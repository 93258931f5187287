import { createRoot } from 'react-dom/client'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import './toast.css'

interface ToastContent {
  readonly text: string
  readonly kind: 'success' | 'info' | 'error'
  /** milliseconds */
  readonly duration: number
}

let isMounted = false

/** Mounts the container once, outside the router's tree, so that a toast survives a navigation. */
function mountContainer(): void {
  if (isMounted) return
  isMounted = true
  const root = document.createElement('div')
  document.body.append(root)
  // One toast at a time, because there is room for one over the navigation bar.
  createRoot(root).render(
    <ToastContainer position="top-right" newestOnTop closeOnClick icon={false} theme="auto" limit={1} aria-label="Messages" />,
  )
}

/** A repeated text replaces its toast. */
export function renderToast({ text, kind, duration }: ToastContent): void {
  mountContainer()
  toast(text, { type: kind, autoClose: duration, role: kind === 'error' ? 'alert' : 'status', toastId: `${kind}:${text}` })
}
