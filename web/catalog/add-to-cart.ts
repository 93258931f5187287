import { quantities, type Size } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { useSession } from '../auth/session.ts'
import { addToGuestCart } from '../guest-cart/guest-cart.ts'
import type { ToastOptions } from '../ui/toast.ts'

const outcomes = {
  added: { text: screenTexts.addedToCart, kind: 'success' },
  duplicate: { text: screenTexts.alreadyInCart, kind: 'info' },
  full: { text: `The cart holds ${quantities.maxLines} different pieces at most.`, kind: 'info' },
} as const

/** Shoppers who have signed in have one cart, wherever they find the piece. */
export const useIsShopper = (): boolean => useSession(({ user }) => user?.role === 'user')

/** Puts a piece into the cart of whoever is here, the browser's or the account's, and says what came of it. Never throws. */
export async function addToCart({ product, size }: { product: Product; size: Size | undefined }): Promise<ToastOptions> {
  if (useSession.getState().user?.role !== 'user') return outcomes[addToGuestCart({ product, size })]
  if (size === undefined) return { text: screenTexts.selectSize, kind: 'error' }
  try {
    const { message } = await callSignedIn('addToCart', { body: { product: product._id, size, quantity: quantities.addedToCart } })
    return { text: message }
  } catch (problem) {
    return { text: problem instanceof ApiError && problem.code !== 'unknown' ? problem.message : screenTexts.addFailed, kind: 'error' }
  }
}
