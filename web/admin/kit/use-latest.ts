import { useLayoutEffect, useRef } from 'react'

/** The value of the latest render, for what runs after a reply: its own render may be long gone. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
