import { showToast } from '../../ui/toast.ts'
import { type AddedItem, useMiniCart } from './mini-cart-store.ts'

/** Shows what was added to the cart. The panel loads with the first item; if it fails to load, a toast has the text. */
export async function showMiniCart(added: AddedItem): Promise<void> {
  try {
    const { MiniCart } = await import('./mini-cart.tsx')
    useMiniCart.setState({ added, MiniCart })
  } catch {
    await showToast({ text: added.text })
  }
}
