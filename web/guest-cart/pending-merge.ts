import { createKey } from '../api/idempotency-key.ts'
import { readStoredJson, storeJson } from '../api/stored-json.ts'
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

function parsePendingMerge(value: unknown): PendingMerge | undefined {
  const { key, userId, lines } = (value ?? {}) as Record<string, unknown>
  return typeof key === 'string' && typeof userId === 'string' ? { key, userId, lines: parseGuestCart(lines) } : undefined
}

/** The unanswered merge into this account. Merges into other accounts do not count. */
export function getPendingMerge(userId: string): PendingMerge | undefined {
  const pending = inMemory ?? parsePendingMerge(readStoredJson('localStorage', storageKey))
  return pending?.userId === userId && pending.lines.length > 0 ? pending : undefined
}

export function savePendingMerge({ userId, lines }: { userId: string; lines: readonly GuestCartLine[] }): PendingMerge {
  const pending = { key: createKey(), userId, lines }
  inMemory = storeJson('localStorage', storageKey, pending) ? undefined : pending
  return pending
}

export function clearPendingMerge(): void {
  inMemory = undefined
  storeJson('localStorage', storageKey, undefined)
}
