import { makeKey } from '../make-key.ts'

const storageKey = 'guestOrderKey'

interface KeptKey {
  readonly order: string
  readonly key: string
}

let kept: KeptKey | undefined

function readKept(): KeptKey | undefined {
  try {
    return kept ?? (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as KeptKey | null) ?? undefined
  } catch {
    return kept
  }
}

/**
 * The name of this order. The same cart and address keep theirs, over retries and reloads, so that a lost answer tried
 * again is one order; anything changed makes a new one.
 */
export function nameOrder(body: object): string {
  const order = JSON.stringify(body)
  const before = readKept()
  kept = before?.order === order && typeof before.key === 'string' ? before : { order, key: makeKey() }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // Kept in memory, which lasts as long as this page.
  }
  return kept.key
}

/** After success: the same cart and address ordered once more is a second order. */
export function forgetOrderName(): void {
  kept = undefined
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing was kept there then.
  }
}
