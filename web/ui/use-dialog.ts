import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Opens and closes a native <dialog>. Closes it before unmount, so that the browser restores the focus. */
export function useDialog(open = true): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (open) dialog?.showModal()
    return () => dialog?.close()
  }, [open])
  return ref
}
