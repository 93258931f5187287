import { useState } from 'react'
import { inMemory, readStoredJson, storeJson } from '../api/stored-json.ts'
import { useSession } from './session.ts'

const prefix = 'draft:'

/** The storage key of a draft. It contains the user's id: the next user of this device does not see the draft. */
export const draftKey = (name: string) => `${prefix}${useSession.getState().user?._id ?? ''}:${name}`

/**
 * State that survives reloads and a new sign-in in this tab. `parse` validates the stored value, which may be anything;
 * undefined when nothing is stored. Setting undefined clears the draft.
 */
export function useDraft<Value>(name: string, parse: (stored: unknown) => Value): [Value, (value: Value) => void] {
  const [key] = useState(() => draftKey(name))
  const [value, setValue] = useState(() => parse(readStoredJson('sessionStorage', key)))
  return [
    value,
    (next) => {
      setValue(next)
      storeJson('sessionStorage', key, next)
    },
  ]
}

/** Removes all drafts, on sign-out. */
export function clearDrafts(): void {
  for (const key of inMemory.keys()) if (key.startsWith(prefix)) inMemory.delete(key)
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
