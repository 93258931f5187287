import { z } from 'zod'
import { sizeName } from '../catalog/product-sizes.ts'
import { quantities } from '../kernel/business.ts'
import { typedCode } from '../offers/offer-schemas.ts'

/** One item that a shopper orders instead of the cart, which stays as it is. */
const boughtItem = z.object({
  product: z.string().max(64).describe('the product id'),
  size: sizeName.nullish(),
  quantity: z.int().min(quantities.min).max(quantities.max),
})
export type BoughtItem = z.infer<typeof boughtItem>

export const buyNowFields = {
  buyNow: boughtItem.optional().describe('one item that is ordered instead of the cart, which stays as it is'),
  offerCode: typedCode.optional().describe('of an offer, for `buyNow` only; the cart has its own'),
}
