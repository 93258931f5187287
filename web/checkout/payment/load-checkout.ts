import type { BookAddress } from '#contract/accounts/address-book.ts'
import type { User } from '#contract/accounts/users.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { calculateTotals, type ShownTotals } from '#contract/orders/adjustments.ts'
import type { BoughtItem } from '#contract/orders/buy-now.ts'
import { ApiError, call } from '../../api/client.ts'
import { finishMerge } from '../../cart/state/merge-guest-cart.ts'
import { isLineCounted } from '../../cart/state/shopper-cart.ts'
import { parseBuyNow } from '../../orders/shared/buy-now.ts'
import type { LineItem } from '../../orders/shared/line-item-list.tsx'
import { callSignedIn } from '../../session/call-signed-in.ts'
import type { SolutionLink } from '../delivery-form.tsx'

export interface Checkout {
  readonly lines: readonly CartLine[]
  readonly quote: Quote | undefined
  /** the address of the last checkout; parsed by the form */
  readonly savedAddress: unknown
  readonly addresses: readonly BookAddress[]
  /** the item that is bought instead of the cart */
  readonly buyNow: BoughtItem | undefined
  /** where the items can be changed */
  readonly cartLink: SolutionLink
}

interface CheckoutRequest {
  readonly user: User
  readonly request: Request
}

/** The server's cart, or the item of the URL, and the shopper's addresses, after a running merge of the guest cart. */
export async function loadCheckout({ user, request }: CheckoutRequest): Promise<Checkout> {
  await finishMerge(user)
  const buyNow = parseBuyNow(new URL(request.url).search)
  const [{ cart, quote, deliveryAddress }, { addresses }, bought] = await Promise.all([
    callSignedIn('GET /cart', {}),
    // The form works without the address book.
    callSignedIn('GET /users/account/addresses', {}).catch(() => ({ addresses: [] })),
    buyNow && loadBoughtLines(buyNow),
  ])
  const shared = { savedAddress: deliveryAddress, addresses, buyNow }
  if (!buyNow || !bought) return { ...shared, lines: cart, quote, cartLink }
  return { ...shared, lines: bought, quote: undefined, cartLink: toProductLink(`/UserDashboard/productPage/${buyNow.product}`) }
}

/** The line of an item; none when the shop does not have its product. The server checks its stock, which an unfinished payment may hold. */
async function loadBoughtLines({ product: id, size = null, quantity }: BoughtItem): Promise<CartLine[]> {
  try {
    const product = await call('GET /products/:id', { params: { id } })
    return [{ product, size, quantity, problem: null, notice: null }]
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return []
    throw error
  }
}

export const toProductLink = (to: string): SolutionLink => ({ to, label: 'Go back to the product' })

/** What an order of these lines costs, without those that the stock does not cover. */
export const calculateLineTotals = (lines: readonly CartLine[]): ShownTotals =>
  calculateTotals({ lines: lines.filter(isLineCounted).map(({ product: { price }, quantity }) => ({ price, quantity })) })

const cartLink = { to: '/UserDashboard/cart', label: 'Go back to your cart' }

/** The total in rupees that the cart screen passed as route state (spec §2). */
export function parseQuotedTotal(state: unknown): number | undefined {
  const total = (state as { totalPrice?: unknown } | null)?.totalPrice
  return typeof total === 'number' ? total : undefined
}

export const toLineItems = (lines: readonly CartLine[]): LineItem[] =>
  lines.map(
    ({
      product: { name, image, backdrop: placeholderColor, price, dispatchDays, availableFrom, returnRule },
      size,
      quantity,
      notice: problem,
    }) => {
      return { name, image, placeholderColor, price, size, quantity, dispatchDays, availableFrom, problem, returnRule }
    },
  )
