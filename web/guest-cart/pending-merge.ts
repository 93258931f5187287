import { createKey } from '../api/idempotency-key.ts'
import { type GuestCartLine, parseGuestCart } from './guest-cart-line.ts'

const storageKey = 'cartMerge'

/** A merge that was sent and may not have been answered: its idempotency key, and the lines it sent. */
export interface PendingMerge {
  readonly key: string
  readonly userId: string
  readonly lines: readonly GuestCartLine[]
}

/** Used when storage is not accessible. */
let inMemory: PendingMerge | undefined

function readStorage(): PendingMerge | undefined {
  try {
    const { key, userId, lines } = (JSON.parse(localStorage.getItem(storageKey) ?? 'null') ?? {}) as Record<string, unknown>
    return typeof key === 'string' && typeof userId === 'string' ? { key, userId, lines: parseGuestCart(lines) } : undefined
  } catch {
    return inMemory
  }
}

/** The unanswered merge into this account. Merges into other accounts do not count. */
export function getPendingMerge(userId: string): PendingMerge | undefined {
  const pending = readStorage()
  return pending?.userId === userId && pending.lines.length > 0 ? pending : undefined
}

export function savePendingMerge({ userId, lines }: { userId: string; lines: readonly GuestCartLine[] }): PendingMerge {
  inMemory = { key: createKey(), userId, lines }
  try {
    localStorage.setItem(storageKey, JSON.stringify(inMemory))
  } catch {
    // Stays in memory until the page is left.
  }
  return inMemory
}

export function clearPendingMerge(): void {
  inMemory = undefined
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Nothing was stored.
  }
}
