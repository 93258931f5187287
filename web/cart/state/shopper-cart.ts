import { create } from 'zustand'
import type { CartLine } from '#contract/cart/cart.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'

interface ShopperCart {
  /** undefined until they are loaded */
  readonly lines: readonly CartLine[] | undefined
  /** what is missing for another offer */
  readonly nextOffer?: string | undefined
  /** counts the changes */
  readonly revision: number
}

/** The last known lines of the signed-in shopper's cart, for the header. */
export const useShopperCart = create<ShopperCart>(() => ({ lines: undefined, revision: 0 }))

/** Whether the stock covers a line. The others count neither as items nor in the total. */
export const isLineCounted = ({ problem }: Pick<CartLine, 'problem'>): boolean =>
  problem !== 'gone' && problem !== 'sold_out' && problem !== 'short'

/** After a refresh, which is no change: the reply to a later refresh may still replace it. */
export const refreshShopperCart = (lines: readonly CartLine[]): void => useShopperCart.setState({ lines })

/** After a reply that contains the cart, with what it costs when that is not just its total. */
export const setShopperCart = (lines: readonly CartLine[] | undefined, quote?: Pick<Quote, 'next'>): void =>
  useShopperCart.setState(({ revision }) => ({ lines, nextOffer: quote?.next, revision: revision + 1 }))
