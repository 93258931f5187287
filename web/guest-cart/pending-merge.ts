import { createKey } from '../api/create-key.ts'
import { type GuestCartLine, parseGuestCart } from './guest-cart-line.ts'

const storageKey = 'cartMerge'

/** A cart on its way to an account: its name, and what it held when it was sent. */
export interface PendingMerge {
  readonly key: string
  readonly userId: string
  readonly lines: readonly GuestCartLine[]
}

let kept: PendingMerge | undefined

function read(): PendingMerge | undefined {
  try {
    const { key, userId, lines } = (JSON.parse(localStorage.getItem(storageKey) ?? 'null') ?? {}) as Record<string, unknown>
    return typeof key === 'string' && typeof userId === 'string' ? { key, userId, lines: parseGuestCart(lines) } : undefined
  } catch {
    return kept
  }
}

/** What was sent for this account and never answered. A cart that went to somebody else's is none of theirs. */
export function getPendingMerge(userId: string): PendingMerge | undefined {
  const pending = read()
  return pending?.userId === userId && pending.lines.length > 0 ? pending : undefined
}

export function savePendingMerge({ userId, lines }: { userId: string; lines: readonly GuestCartLine[] }): PendingMerge {
  kept = { key: createKey(), userId, lines }
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // Kept in memory, which lasts as long as this page.
  }
  return kept
}

export function clearPendingMerge(): void {
  kept = undefined
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Nothing was kept there then.
  }
}
