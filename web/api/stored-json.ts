// Browser storage may be full, blocked or hold anything. None of that may break a screen.

type StorageName = 'localStorage' | 'sessionStorage'

/** The JSON of values that could not be stored. They last until the page is left. */
export const inMemory = new Map<string, string>()

/** The stored value, unvalidated; undefined when there is none. */
export function readStoredJson(storage: StorageName, key: string): unknown {
  try {
    return JSON.parse(inMemory.get(key) ?? window[storage].getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value; undefined removes it. False when storage is full or not accessible: the value is then held in memory. */
export function storeJson(storage: StorageName, key: string, value: unknown): boolean {
  inMemory.delete(key)
  try {
    if (value === undefined) window[storage].removeItem(key)
    else window[storage].setItem(key, JSON.stringify(value))
    return true
  } catch {
    if (value !== undefined) inMemory.set(key, JSON.stringify(value))
    return false
  }
}
