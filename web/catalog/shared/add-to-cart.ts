import { quantities } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { showMiniCart } from '../../cart/mini-cart/show-mini-cart.ts'
import { addToGuestCart } from '../../cart/state/guest-cart.ts'
import { useSession } from '../../session/session.ts'
import { showToast } from '../../ui/toast.ts'
import type { Addition } from './add-to-shopper-cart.ts'

/** Whether the visitor is a signed-in shopper, whose cart is on the server. */
export const useIsShopper = (): boolean => useSession(({ user }) => user?.role === 'user')

/** Adds a product to the visitor's cart, in the browser or on the server, and shows the small cart or a toast. Never throws. */
export async function addToCart(addition: Addition): Promise<void> {
  if (useSession.getState().user?.role !== 'user') return addForGuest(addition)
  try {
    // Loaded for shoppers only: adding needs the server anyway.
    const { addToShopperCart } = await import('./add-to-shopper-cart.ts')
    await addToShopperCart(addition)
  } catch {
    showToast({ text: screenTexts.addFailed, kind: 'error' })
  }
}

async function addForGuest(addition: Addition): Promise<void> {
  if (addition.product.sizeStock && addition.size === undefined) return showToast({ text: screenTexts.selectSize, kind: 'error' })
  const outcome = addToGuestCart(addition)
  if (outcome === 'full') showToast({ text: `Your cart can hold up to ${quantities.maxLines} different items.`, kind: 'info' })
  else showMiniCart({ ...addition, text: outcome === 'added' ? screenTexts.addedToCart : screenTexts.alreadyInCart })
}
