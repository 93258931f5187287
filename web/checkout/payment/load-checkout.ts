import type { BookAddress } from '#contract/accounts/address-book.ts'
import type { User } from '#contract/accounts/users.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { calculateTotals, type ShownTotals } from '#contract/orders/adjustments.ts'
import { finishMerge } from '../../cart/state/merge-guest-cart.ts'
import { isLineCounted } from '../../cart/state/shopper-cart.ts'
import type { LineItem } from '../../orders/shared/line-item-list.tsx'
import { callSignedIn } from '../../session/call-signed-in.ts'

export interface Checkout {
  readonly lines: readonly CartLine[]
  readonly quote: Quote | undefined
  /** the address of the last checkout; parsed by the form */
  readonly savedAddress: unknown
  readonly addresses: readonly BookAddress[]
}

/** The server's cart and the shopper's addresses, after a running merge of the guest cart. */
export async function loadCheckout(user: User): Promise<Checkout> {
  await finishMerge(user)
  const [{ cart, quote, deliveryAddress }, { addresses }] = await Promise.all([
    callSignedIn('GET /cart', {}),
    // The form works without the address book.
    callSignedIn('GET /users/account/addresses', {}).catch(() => ({ addresses: [] })),
  ])
  return { lines: cart, quote, savedAddress: deliveryAddress, addresses }
}

/** What an order of these lines costs, without those that the stock does not cover. */
export const calculateLineTotals = (lines: readonly CartLine[]): ShownTotals =>
  calculateTotals({ lines: lines.filter(isLineCounted).map(({ product: { price }, quantity }) => ({ price, quantity })) })

export const cartLink = { to: '/UserDashboard/cart', label: 'Go back to your cart' }

/** The total in rupees that the cart screen passed as route state (spec §2). */
export function parseQuotedTotal(state: unknown): number | undefined {
  const total = (state as { totalPrice?: unknown } | null)?.totalPrice
  return typeof total === 'number' ? total : undefined
}

export const toLineItems = (lines: readonly CartLine[]): LineItem[] =>
  lines.map(({ product: { name, image, backdrop: placeholderColor, price }, size, quantity, notice: problem }) => {
    return { name, image, placeholderColor, price, size, quantity, problem }
  })
