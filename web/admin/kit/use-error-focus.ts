import { useEffect, useRef } from 'react'

/** Moves the focus to the first wrong field of a form when `errors` change. For forms without react-hook-form, which does so itself. */
export function useErrorFocus(errors: unknown) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer with errors
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [errors])
  return form
}
