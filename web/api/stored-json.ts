// Browser storage may be full, blocked or hold anything. None of that may break a screen.

type StorageName = 'localStorage' | 'sessionStorage'

/** The stored value, unvalidated; undefined when there is none, or storage is not accessible. */
export function readStoredJson(storage: StorageName, key: string): unknown {
  try {
    return JSON.parse(window[storage].getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value; undefined removes it. False when storage is full or not accessible. */
export function storeJson(storage: StorageName, key: string, value: unknown): boolean {
  try {
    if (value === undefined) window[storage].removeItem(key)
    else window[storage].setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
