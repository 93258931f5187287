import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Opens a <dialog> on mount and closes it before unmount, so that the browser restores the focus. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return ref
}
