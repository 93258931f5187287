import { useEffect, useEffectEvent, useRef } from 'react'
import { isTyping } from '../shared/is-typing.ts'

/** Characters with a longer pause between them do not belong to one code. */
const maxPauseMs = 1_000
const minLength = 2

/** What was typed so far, and when its last character came, in milliseconds. */
export interface TypedCode {
  readonly text: string
  readonly at: number
}

interface Key {
  readonly key: string
  /** milliseconds, as `Event.timeStamp` */
  readonly at: number
}

/** A keyboard scanner types the characters of a code and Enter. Returns the code after Enter, and whether the key belongs to one. */
export function readKey({ key, at, typed }: Key & { typed: TypedCode }): { typed: TypedCode; code?: string; isOfCode: boolean } {
  const text = at - typed.at > maxPauseMs ? '' : typed.text
  if (key === 'Enter') {
    const isCode = text.trim().length >= minLength
    return { typed: { text: '', at }, ...(isCode && { code: text.trim() }), isOfCode: isCode }
  }
  // A single space presses the button that has the focus.
  if (Array.from(key).length !== 1 || (key === ' ' && text === '')) return { typed: { text, at: typed.at }, isOfCode: false }
  return { typed: { text: text + key, at }, isOfCode: true }
}

/** Calls `onCode` with what a keyboard scanner reads anywhere on the screen, except while a field or a dialog has the keyboard. */
export function useScanner(onCode: (code: string) => void): void {
  const typed = useRef<TypedCode>({ text: '', at: 0 })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTyping(document.activeElement) || document.querySelector('dialog[open]')) return
    const result = readKey({ key: event.key, at: event.timeStamp, typed: typed.current })
    typed.current = result.typed
    if (!result.isOfCode) return
    // Enter and space would press the button that has the focus.
    event.preventDefault()
    if (result.code !== undefined) onCode(result.code)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
