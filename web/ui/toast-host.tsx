import { createRoot } from 'react-dom/client'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import type { ToastOptions } from './toast.ts'
import './toast.css'

let isMounted = false

/** Mounts the container once, outside the router's tree, so that a toast survives a navigation. */
function mountContainer(): void {
  if (isMounted) return
  isMounted = true
  const root = document.createElement('div')
  document.body.append(root)
  createRoot(root).render(
    <ToastContainer position="top-right" newestOnTop closeOnClick icon={false} theme="auto" limit={3} aria-label="Messages" />,
  )
}

/** A repeated text replaces its toast. */
export function renderToast({ text, kind, duration }: Required<ToastOptions>): void {
  mountContainer()
  toast(text, { type: kind, autoClose: duration, role: kind === 'error' ? 'alert' : 'status', toastId: `${kind}:${text}` })
}
