import { type RefObject, useEffect, useRef } from 'react'

/** Returns the focus to a submit button that lost it by being disabled during a request, once the request has failed. */
export function useReturnFocus({ failed, busy }: { failed: boolean; busy: boolean }): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (failed && !busy && document.activeElement === document.body) button.current?.focus()
  }, [failed, busy])
  return button
}
