import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'

interface DialogOptions {
  open?: boolean
  onClose: () => void
}

/** For a native <dialog> that opens and closes with `open`. It is closed before unmount, so that the browser restores the focus. */
export function useDialog({ open = true, onClose }: DialogOptions) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (open) dialog?.showModal()
    return () => dialog?.close()
  }, [open])
  return {
    ref,
    handleClose: ({ target }: SyntheticEvent) => {
      // The event comes late: StrictMode closes the dialog and shows it again.
      if (open && target === ref.current && !ref.current.open) onClose()
    },
  }
}
