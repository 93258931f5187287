import { createKey } from './create-key.ts'

interface KeptKey {
  readonly order: string
  readonly key: string
}

const kept = new Map<string, KeptKey>()

function readKept(place: string): KeptKey | undefined {
  try {
    return kept.get(place) ?? (JSON.parse(sessionStorage.getItem(place) ?? 'null') as KeptKey | null) ?? undefined
  } catch {
    return kept.get(place)
  }
}

/**
 * The name of an order, kept at `place` of this tab's storage. The same cart and address keep theirs, over retries and
 * reloads, so that a lost answer tried again is one order; anything changed makes a new one.
 */
export function getIdempotencyKey({ place, contents }: { place: string; contents: object }): string {
  const order = JSON.stringify(contents)
  const before = readKept(place)
  const name = before?.order === order && typeof before.key === 'string' ? before : { order, key: createKey() }
  kept.set(place, name)
  try {
    sessionStorage.setItem(place, JSON.stringify(name))
  } catch {
    // Kept in memory, which lasts as long as this page.
  }
  return name.key
}

/** After success: the same cart and address ordered once more is a second order. */
export function clearIdempotencyKey(place: string): void {
  kept.delete(place)
  try {
    sessionStorage.removeItem(place)
  } catch {
    // Nothing was kept there then.
  }
}
