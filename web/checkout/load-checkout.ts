import type { CartLine } from '#contract/cart.ts'
import type { User } from '#contract/users.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { finishMerge } from '../guest-cart/merge-guest-cart.ts'

export interface Checkout {
  readonly lines: readonly CartLine[]
  /** of the last checkout; anything, because the form checks what it takes over */
  readonly savedAddress: unknown
}

/** What is about to be ordered and where the last parcel went, as the server knows it; with what a guest brought along. */
export async function loadCheckout(user: User): Promise<Checkout> {
  await finishMerge(user)
  const { cart, deliveryAddress } = await callSignedIn('getCart', {})
  return { lines: cart, savedAddress: deliveryAddress }
}

/** Rupees, as the cart screen sent them along (spec §2); undefined when the shopper came another way. */
export function parseQuotedTotal(state: unknown): number | undefined {
  const total = (state as { totalPrice?: unknown } | null)?.totalPrice
  return typeof total === 'number' ? total : undefined
}
