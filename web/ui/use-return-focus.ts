import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the button of a form: one that is disabled while it is pressed loses the focus, and a keyboard its place. When what
 * was sent has met `trouble`, it gets the focus back, unless a field has it.
 */
export function useFocusBack({ trouble, busy }: { trouble: boolean; busy: boolean }): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (trouble && !busy && document.activeElement === document.body) button.current?.focus()
  }, [trouble, busy])
  return button
}
