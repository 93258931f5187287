import type { Product } from '#contract/catalog/products.ts'
import { quantities, type Size } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError } from '../../api/client.ts'
import { getErrorText } from '../../api/error-text.ts'
import { showMiniCart } from '../../cart/mini-cart/show-mini-cart.ts'
import { setShopperCart } from '../../cart/state/shopper-cart.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { showToast } from '../../ui/toast.ts'

export interface Addition {
  product: Product
  size: Size | undefined
  /** called when the server refused it, so that what is shown may be out of date */
  onRefused?: (() => void) | undefined
}

/** Adds a product to the cart on the server, and shows the small cart or a toast. Never throws. */
export async function addToShopperCart({ product, size, onRefused }: Addition): Promise<void> {
  if (size === undefined) return showToast({ text: screenTexts.selectSize, kind: 'error' })
  try {
    const { message, cart, quote } = await callSignedIn('POST /cart/add', {
      body: { product: product._id, size, quantity: quantities.addedToCart },
    })
    setShopperCart(cart, quote)
    showMiniCart({ product, size, text: message })
  } catch (error) {
    showToast({ text: getErrorText({ error, fallback: screenTexts.addFailed }), kind: 'error' })
    if (error instanceof ApiError) onRefused?.()
  }
}
