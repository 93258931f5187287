import { type GuestOffer, useGuestQuote } from '../cart/state/use-guest-quote.ts'
import type { Checkout } from './payment/load-checkout.ts'

/** The offers of an item that a shopper buys instead of the cart, whose code is entered in the checkout. Undefined for the cart. */
export function useBoughtOffer({ lines, buyNow }: Pick<Checkout, 'lines' | 'buyNow'>): GuestOffer | undefined {
  const items = buyNow ? lines.map(({ product, size, quantity }) => ({ productId: product._id, size: size ?? undefined, quantity })) : []
  const offer = useGuestQuote(items)
  return buyNow && offer
}
