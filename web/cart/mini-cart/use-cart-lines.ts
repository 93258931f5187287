import type { CartLine } from '#contract/cart/cart.ts'
import { findSizeStock } from '#contract/inventory/size-stock.ts'
import type { Size } from '#contract/kernel/business.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { getErrorText } from '../../api/error-text.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { useSession } from '../../session/session.ts'
import { showToast } from '../../ui/toast.ts'
import { removeGuestLine } from '../state/edit-guest-cart.ts'
import { useGuestCart } from '../state/guest-cart.ts'
import { lineKey } from '../state/guest-cart-line.ts'
import { findShortage } from '../state/guest-stock.ts'
import { setShopperCart, useShopperCart } from '../state/shopper-cart.ts'
import { useGuestQuote } from '../state/use-guest-quote.ts'

/** A line of the small cart, whichever store it comes from. */
export interface MiniCartLine {
  readonly key: string
  readonly productId: string
  readonly name: string
  readonly image: string
  readonly backdrop: string
  readonly size: Size | undefined
  readonly quantity: number
  /** rupees, of one unit */
  readonly price: number
  /** why the line is not part of the count and of the subtotal */
  readonly shortage: string | undefined
  /** Never throws: a failure shows a toast. */
  readonly remove: () => void | Promise<void>
}

async function removeShopperLine({ productId, size }: { productId: string; size: Size | null }): Promise<void> {
  try {
    const { cart, quote } = await callSignedIn('DELETE /cart/:productId/:size', { params: { productId, size: size ?? 'none' } })
    setShopperCart(cart, quote)
  } catch (error) {
    showToast({ text: getErrorText({ error, fallback: screenTexts.removeFailed }), kind: 'error' })
  }
}

function describeShortage({ problem, stock }: { problem: CartLine['problem'] | undefined; stock: number }): string | undefined {
  if (problem === 'short') return `Only ${stock} left`
  if (problem === 'gone') return 'No longer available'
  return problem === 'sold_out' ? 'Sold out' : undefined
}

/** The visitor's cart, in the browser or on the server, with the line that was added last at the beginning, and the link to its checkout. */
export function useCartLines(): { lines: readonly MiniCartLine[]; checkout: { to: string; state: object } } {
  const isShopper = useSession(({ user }) => user?.role === 'user')
  const guestLines = useGuestCart((cart) => cart.lines) ?? []
  const shopperLines = useShopperCart((cart) => cart.lines) ?? []
  const lines = isShopper
    ? shopperLines.map(({ product: { _id, name, image, backdrop, price, stock }, size, quantity, problem }) => ({
        key: lineKey({ _id, size }),
        productId: _id,
        ...{ name, image, backdrop, price, quantity },
        shortage: describeShortage({ problem, stock }),
        size: size ?? undefined,
        remove: () => removeShopperLine({ productId: _id, size }),
      }))
    : guestLines.map((line) => {
        const { _id: productId, name, image, backdrop, price, size, qty: quantity } = line
        const key = lineKey(line)
        const shortage = describeShortage({
          problem: findShortage({ line, lines: guestLines }),
          stock: findSizeStock({ product: line, size }),
        })
        return { key, productId, name, image, backdrop, price, size, quantity, shortage, remove: () => removeGuestLine(key) }
      })
  const cart = isShopper ? '/UserDashboard/cart' : '/homecart'
  const isShort = lines.some(({ shortage }) => shortage !== undefined)
  // A guest's order form gets the cart as route state (spec §2); a shopper chooses how to pay in a dialog of the cart.
  const order = isShopper ? { to: cart, state: { opensCheckout: true } } : { to: '/orderNow', state: { cart: guestLines } }
  // The cart says what to do about a line that is sold out or short.
  const checkout = isShort ? { to: cart, state: {} } : order
  return { lines: lines.toReversed(), checkout }
}

/** What is missing for another offer, as a sentence; a guest's cart is quoted while `isQuoted`. */
export function useNextOffer({ lines, isQuoted }: { lines: readonly MiniCartLine[]; isQuoted: boolean }): string | undefined {
  const isShopper = useSession(({ user }) => user?.role === 'user')
  const ofShopper = useShopperCart(({ nextOffer }) => nextOffer)
  const counted = lines.filter(({ shortage }) => shortage === undefined)
  const { quote } = useGuestQuote(isQuoted && !isShopper ? counted : [])
  const total = calculateTotalRupees(counted)
  return isShopper ? ofShopper : quote?.totalPrice === total ? quote.next : undefined
}
