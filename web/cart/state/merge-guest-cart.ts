import { create } from 'zustand'
import type { User } from '#contract/accounts/users.ts'
import type { CallInput } from '#contract/contract.ts'
import { timings } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError, call } from '../../api/client.ts'
import { createKey } from '../../api/idempotency-key.ts'
import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import { showToast } from '../../ui/toast.ts'
import { subtractLines } from './edit-guest-cart.ts'
import { getGuestCart } from './guest-cart.ts'
import { type GuestCartLine, parseGuestCart } from './guest-cart-line.ts'

const storageKey = 'cartMerge'

/** A merge that was sent and may not have been answered: its idempotency key, and the lines it sent. */
interface PendingMerge {
  readonly key: string
  readonly userId: string
  readonly lines: readonly GuestCartLine[]
}

function parsePendingMerge(value: unknown): PendingMerge | undefined {
  const { key, userId, lines } = (value ?? {}) as Record<string, unknown>
  return typeof key === 'string' && typeof userId === 'string' ? { key, userId, lines: parseGuestCart(lines) } : undefined
}

/** The unanswered merge into this account. Merges into other accounts do not count. */
function getPendingMerge(userId: string): PendingMerge | undefined {
  const pending = parsePendingMerge(readStoredJson('localStorage', storageKey))
  return pending?.userId === userId && pending.lines.length > 0 ? pending : undefined
}

function savePendingMerge({ userId, lines }: { userId: string; lines: readonly GuestCartLine[] }): PendingMerge {
  const pending = { key: createKey(), userId, lines }
  storeJson('localStorage', storageKey, pending)
  return pending
}

function clearPendingMerge(): void {
  storeJson('localStorage', storageKey, undefined)
}

interface MergeNotices {
  readonly title: string
  readonly notices: readonly string[]
}

/** What changed during the last merge; the cart shows it until it is dismissed. */
export const useMergeNotices = create<MergeNotices>(() => ({ title: '', notices: [] }))

const toMergeBody = (lines: readonly GuestCartLine[]): CallInput<'POST /cart/merge'>['body'] => ({
  lines: lines.map(({ _id, name, price, size, qty }) => ({ product: _id, name, price, size, quantity: qty })),
})

/** Sends a merge. False when it failed; only a definite refusal ends this attempt and its key. */
async function sendMerge({ key, lines }: PendingMerge): Promise<boolean> {
  try {
    const { notices } = await call('POST /cart/merge', { headers: { 'idempotency-key': key }, body: toMergeBody(lines) })
    subtractLines(lines)
    clearPendingMerge()
    if (notices.length > 0)
      useMergeNotices.setState((before) => ({
        title: 'Your guest cart was added to this one',
        notices: [...new Set([...before.notices, ...notices])],
      }))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 401) clearPendingMerge()
    return false
  }
}

/** Repeats an unanswered merge with the same key and lines before it sends the remaining lines, so nothing is merged twice. */
async function merge(user: User): Promise<void> {
  const pending = getPendingMerge(user._id)
  const isRepeated = pending === undefined || (await sendMerge(pending))
  const lines = getGuestCart()
  const isMerged = isRepeated && (lines.length === 0 || (await sendMerge(savePendingMerge({ userId: user._id, lines }))))
  if (!isMerged) showToast({ text: screenTexts.cartMergeFailed, kind: 'error', duration: timings.longToast })
  else if (useMergeNotices.getState().notices.length > 0)
    showToast({ text: screenTexts.cartMergedWithNotices, kind: 'info', duration: timings.longToast })
}

let running: Promise<void> = Promise.resolve()

/** Merges the guest cart into the account's cart after sign-in, one merge at a time. Never throws; a failure leaves the guest cart as it is. */
export function mergeGuestCart(user: User): Promise<void> {
  if (user.role === 'user') running = running.then(() => merge(user))
  return running
}

/** Waits for a running merge, and repeats one that was not answered. */
export function finishMerge(user: User): Promise<void> {
  return getPendingMerge(user._id) === undefined ? running : mergeGuestCart(user)
}
