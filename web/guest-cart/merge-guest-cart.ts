import { create } from 'zustand'
import { timings } from '#contract/business.ts'
import type { CallInput } from '#contract/contract.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import type { User } from '#contract/users.ts'
import { ApiError, call } from '../api/client.ts'
import { showToast } from '../ui/toast.ts'
import { subtractLines } from './edit-guest-cart.ts'
import { getGuestCart } from './guest-cart.ts'
import type { GuestCartLine } from './guest-cart-line.ts'
import { clearPendingMerge, getPendingMerge, type PendingMerge, savePendingMerge } from './pending-merge.ts'

/** What the shopper should know about the cart that came along; shown in the cart until it is put away. */
export const useMergeNotices = create<{ readonly notices: readonly string[] }>(() => ({ notices: [] }))

type MergeBody = CallInput<'mergeCart'>['body']

const writeBody = (lines: readonly GuestCartLine[]): MergeBody => ({
  lines: lines.map(({ _id, name, price, size, qty }) => ({ product: _id, name, price, size, quantity: qty })),
})

/** False when the cart stays as it is: the server said no, or nothing. Only a real no ends this attempt's name. */
async function send(pending: PendingMerge): Promise<boolean> {
  try {
    const { notices } = await call('mergeCart', { headers: { 'idempotency-key': pending.key }, body: writeBody(pending.lines) })
    subtractLines(pending.lines)
    clearPendingMerge()
    useMergeNotices.setState((before) => ({ notices: [...new Set([...before.notices, ...notices])] }))
    return true
  } catch (problem) {
    if (problem instanceof ApiError && problem.status < 500 && problem.status !== 401) clearPendingMerge()
    return false
  }
}

/**
 * First what was sent before and never answered, exactly as it was, then what the cart holds besides. So a lost answer
 * joins nothing twice.
 */
async function join(user: User): Promise<void> {
  const unanswered = getPendingMerge(user._id)
  if (unanswered !== undefined && !(await send(unanswered))) return tellFailure()
  const lines = getGuestCart()
  if (lines.length > 0 && !(await send(savePendingMerge({ userId: user._id, lines })))) return tellFailure()
  if (useMergeNotices.getState().notices.length > 0)
    showToast({ text: screenTexts.cartJoinedWithNotices, kind: 'info', duration: timings.longToast })
}

function tellFailure(): void {
  showToast({ text: screenTexts.cartNotJoined, kind: 'error', duration: timings.longToast })
}

let joining: Promise<void> = Promise.resolve()

/** After signing in: what was collected as a guest joins the shopper's cart. Never throws; on failure the guest cart stays. */
export function mergeGuestCart(user: User): Promise<void> {
  if (user.role === 'user') joining = joining.then(() => join(user))
  return joining
}

/** Waits for a cart that is just joining, and tries again what got no answer earlier. */
export function finishMerge(user: User): Promise<void> {
  return getPendingMerge(user._id) === undefined ? joining : mergeGuestCart(user)
}
