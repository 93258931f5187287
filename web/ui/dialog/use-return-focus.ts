import { type RefObject, useEffect, useRef } from 'react'

interface FailedRequest {
  failed: boolean
  busy: boolean
}

/** Returns the focus that a submit button lost by being disabled during a request, once the request has failed: to it, or to what solves it. */
export function useReturnFocus<Target extends HTMLElement = HTMLButtonElement>({ failed, busy }: FailedRequest): RefObject<Target | null> {
  const button = useRef<Target>(null)
  useEffect(() => {
    if (failed && !busy && document.activeElement?.matches('body, :disabled')) button.current?.focus()
  }, [failed, busy])
  return button
}
