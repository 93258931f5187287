import { create } from 'zustand'
import type { CartLine } from '#contract/cart/cart.ts'

interface ShopperCart {
  /** undefined until they are loaded */
  readonly lines: readonly CartLine[] | undefined
  /** counts the changes */
  readonly revision: number
}

/** The last known lines of the signed-in shopper's cart, for the header. */
export const useShopperCart = create<ShopperCart>(() => ({ lines: undefined, revision: 0 }))

/** After a reply that contains the cart. */
export const setShopperCart = (lines: readonly CartLine[] | undefined): void =>
  useShopperCart.setState(({ revision }) => ({ lines, revision: revision + 1 }))
