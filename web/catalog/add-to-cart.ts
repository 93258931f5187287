import { quantities, type Size } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { getErrorText } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { useSession } from '../auth/session.ts'
import { addToGuestCart } from '../guest-cart/guest-cart.ts'
import type { ToastOptions } from '../ui/toast.ts'

const guestOutcomes = {
  added: { text: screenTexts.addedToCart, kind: 'success' },
  duplicate: { text: screenTexts.alreadyInCart, kind: 'info' },
  full: { text: `Your cart can hold up to ${quantities.maxLines} different items.`, kind: 'info' },
} as const

/** Whether the visitor is a signed-in shopper, whose cart is on the server. */
export const useIsShopper = (): boolean => useSession(({ user }) => user?.role === 'user')

/** Adds a product to the visitor's cart, in the browser or on the server. Returns the toast to show; never throws. */
export async function addToCart({ product, size }: { product: Product; size: Size | undefined }): Promise<ToastOptions> {
  if (useSession.getState().user?.role !== 'user') return guestOutcomes[addToGuestCart({ product, size })]
  if (size === undefined) return { text: screenTexts.selectSize, kind: 'error' }
  try {
    const { message } = await callSignedIn('addToCart', { body: { product: product._id, size, quantity: quantities.addedToCart } })
    return { text: message }
  } catch (error) {
    return { text: getErrorText({ error, fallback: screenTexts.addFailed }), kind: 'error' }
  }
}
