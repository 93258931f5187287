import type { Size } from '#contract/business.ts'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { getErrorText } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { useSession } from '../../auth/session.ts'
import { showToast } from '../../ui/toast.ts'
import { removeGuestLine } from '../state/edit-guest-cart.ts'
import { useGuestCart } from '../state/guest-cart.ts'
import { lineKey } from '../state/guest-cart-line.ts'
import { setShopperCart, useShopperCart } from '../state/shopper-cart.ts'

/** A line of the small cart, whichever store it comes from. */
export interface MiniCartLine {
  readonly key: string
  readonly name: string
  readonly image: string
  readonly backdrop: string
  readonly size: Size | undefined
  readonly quantity: number
  /** rupees, of one unit */
  readonly price: number
  /** Never throws: a failure shows a toast. */
  readonly remove: () => void | Promise<void>
}

async function removeShopperLine({ productId, size }: { productId: string; size: Size | null }): Promise<void> {
  try {
    const { cart } = await callSignedIn('DELETE /cart/:productId/:size', { params: { productId, size: size ?? 'none' } })
    setShopperCart(cart)
  } catch (error) {
    showToast({ text: getErrorText({ error, fallback: screenTexts.removeFailed }), kind: 'error' })
  }
}

/** The visitor's cart, in the browser or on the server, with the line that was added last at the beginning, and the link to its checkout. */
export function useCartLines(): { lines: readonly MiniCartLine[]; checkout: { to: string; state: object } } {
  const isShopper = useSession(({ user }) => user?.role === 'user')
  const guestLines = useGuestCart((cart) => cart.lines) ?? []
  const shopperLines = useShopperCart((cart) => cart.lines) ?? []
  const lines = isShopper
    ? shopperLines.map(({ product: { _id, name, image, backdrop, price }, size, quantity }) => ({
        key: lineKey({ _id, size }),
        ...{ name, image, backdrop, price, quantity },
        size: size ?? undefined,
        remove: () => removeShopperLine({ productId: _id, size }),
      }))
    : guestLines.map((line) => {
        const { name, image, backdrop, price, size, qty: quantity } = line
        const key = lineKey(line)
        return { key, name, image, backdrop, price, size, quantity, remove: () => removeGuestLine(key) }
      })
  // A guest's order form gets the cart as route state (spec §2); a shopper chooses how to pay in a dialog of the cart.
  const checkout = isShopper
    ? { to: '/UserDashboard/cart', state: { opensCheckout: true } }
    : { to: '/orderNow', state: { cart: guestLines } }
  return { lines: lines.toReversed(), checkout }
}
