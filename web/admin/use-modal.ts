import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Opens the browser's own <dialog> as soon as it is there, and closes it before it is gone: only then does the focus go back. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return ref
}
