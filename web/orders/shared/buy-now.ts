import { maxLengths, quantities, type Size } from '#contract/kernel/business.ts'
import type { BoughtItem } from '#contract/orders/buy-now.ts'

interface BuyNow {
  /** the path of a checkout */
  readonly checkout: string
  readonly product: string
  readonly size: Size
}

/** The checkout of one item. Its URL survives a reload, a sign-in and a second tab. */
export const buildBuyNowHref = ({ checkout, product, size }: BuyNow): string =>
  `${checkout}?${new URLSearchParams({ buy: product, size, quantity: String(quantities.min) })}`

/** The item of such a URL; undefined for the checkout of a cart. */
export function parseBuyNow(search: string): BoughtItem | undefined {
  const query = new URLSearchParams(search)
  const product = query.get('buy') ?? ''
  if (product === '') return undefined
  const size = query.get('size') ?? ''
  const quantity = Number(query.get('quantity'))
  const isValid = Number.isInteger(quantity) && quantity >= quantities.min && quantity <= quantities.max
  return { product, size: size === '' || size.length > maxLengths.size ? null : size, quantity: isValid ? quantity : quantities.min }
}
