import { createRoot } from 'react-dom/client'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import type { ToastWords } from './toast.ts'
import './toast.css'

let opened = false

/** Puts the container on the page once, outside of the router's tree, so that a toast survives a change of page. */
function openHost(): void {
  if (opened) return
  opened = true
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <ToastContainer position="top-right" newestOnTop closeOnClick icon={false} theme="auto" limit={3} aria-label="Messages" />,
  )
}

/** The same words twice are one toast. One raised before the container is there waits for it. */
export function raiseToast({ text, kind, duration }: Required<ToastWords>): void {
  openHost()
  toast(text, { type: kind, autoClose: duration, role: kind === 'error' ? 'alert' : 'status', toastId: `${kind}:${text}` })
}
