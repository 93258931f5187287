import { useState } from 'react'
import { useSession } from './session.ts'

const prefix = 'draft:'

/** The storage key of a draft. It contains the user's id: the next user of this device does not see the draft. */
export const draftKey = (name: string) => `${prefix}${useSession.getState().user?._id ?? ''}:${name}`

function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function storeDraft(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or not accessible: the draft does not survive leaving the page.
  }
}

/**
 * State that survives reloads and a new sign-in in this tab. `parse` validates the stored value, which may be anything;
 * undefined when nothing is stored. Setting undefined clears the draft.
 */
export function useDraft<Value>(name: string, parse: (stored: unknown) => Value): [Value, (value: Value) => void] {
  const [key] = useState(() => draftKey(name))
  const [value, setValue] = useState(() => parse(readDraft(key)))
  return [
    value,
    (next) => {
      setValue(next)
      storeDraft(key, next)
    },
  ]
}

/** Removes all drafts, on sign-out. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
