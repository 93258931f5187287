import { quantities, type Size } from '#contract/business.ts'
import type { Product } from '#contract/catalog/products.ts'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { ApiError, getErrorText } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { useSession } from '../../auth/session.ts'
import { showMiniCart } from '../../cart/mini-cart/show-mini-cart.ts'
import { addToGuestCart } from '../../cart/state/guest-cart.ts'
import { setShopperCart } from '../../cart/state/shopper-cart.ts'
import { showToast } from '../../ui/toast.ts'

/** Whether the visitor is a signed-in shopper, whose cart is on the server. */
export const useIsShopper = (): boolean => useSession(({ user }) => user?.role === 'user')

interface Addition {
  product: Product
  size: Size | undefined
  /** called when the server refused it, so that what is shown may be out of date */
  onRefused?: (() => void) | undefined
}

/** Adds a product to the visitor's cart, in the browser or on the server, and shows the small cart or a toast. Never throws. */
export async function addToCart(addition: Addition): Promise<void> {
  return useSession.getState().user?.role === 'user' ? addToShopperCart(addition) : addForGuest(addition)
}

async function addForGuest(addition: Addition): Promise<void> {
  if (addition.product.sizeStock && addition.size === undefined) return showToast({ text: screenTexts.selectSize, kind: 'error' })
  const outcome = addToGuestCart(addition)
  if (outcome === 'full') showToast({ text: `Your cart can hold up to ${quantities.maxLines} different items.`, kind: 'info' })
  else showMiniCart({ ...addition, text: outcome === 'added' ? screenTexts.addedToCart : screenTexts.alreadyInCart })
}

async function addToShopperCart({ product, size, onRefused }: Addition): Promise<void> {
  if (size === undefined) return showToast({ text: screenTexts.selectSize, kind: 'error' })
  try {
    const { message, cart } = await callSignedIn('POST /cart/add', {
      body: { product: product._id, size, quantity: quantities.addedToCart },
    })
    setShopperCart(cart)
    showMiniCart({ product, size, text: message })
  } catch (error) {
    showToast({ text: getErrorText({ error, fallback: screenTexts.addFailed }), kind: 'error' })
    if (error instanceof ApiError) onRefused?.()
  }
}
