import { z } from 'zod'
import { quantities } from '../kernel/business.ts'
import { sizeName } from './product-sizes.ts'

/** A line of a cart that the browser of a guest keeps. The server reads product, quantity and size, and knows the rest itself. */
export const guestLine = z.object({
  product: z.string().max(64).describe('the product id'),
  quantity: z.int().min(quantities.min).max(quantities.max),
  size: sizeName.nullish(),
  name: z.string().max(300).optional(),
  price: z.number().optional(),
  image: z.string().max(2_000).optional(),
  subtotal: z.number().optional(),
})
