import { useState } from 'react'
import { useSession } from './session.ts'

const prefix = 'draft:'

/** A draft belongs to a person: who signs in next on this device never meets it. */
export const draftKey = (name: string) => `${prefix}${useSession.getState().user?._id ?? ''}:${name}`

function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function keepDraft(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full or closed storage: the screen still works, it only does not survive a login in between.
  }
}

/**
 * State that outlives the page within this tab, so that a session that ends in the middle of work costs nothing that
 * was entered. `read` checks what was stored: anything can be in there.
 */
export function useDraft<Value>(name: string, read: (stored: unknown) => Value): [Value, (value: Value) => void] {
  const [key] = useState(() => draftKey(name))
  const [value, setValue] = useState(() => read(readDraft(key)))
  return [
    value,
    (next) => {
      setValue(next)
      keepDraft(key, next)
    },
  ]
}

/** Signing out leaves nothing behind. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept there then.
  }
}
