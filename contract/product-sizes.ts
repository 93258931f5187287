import { z } from 'zod'
import { maxLengths } from './business.ts'
import { errorText } from './errors.ts'

/** `none` stands for a line without a size in the path of `removeCartLine`. */
const isReserved = (text: string): boolean => text.toLowerCase() === 'none'

/** A size as text: of the shop (M), or of the product's own sizes (3XL, 42, Free size). */
export const sizeName = z
  .string(errorText('size_missing'))
  .trim()
  .min(1, errorText('size_missing'))
  .max(maxLengths.size, `A size has at most ${maxLengths.size} characters.`)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,/+()&'-]*$/u, 'A size has letters, digits and spaces only.')
  .refine((text) => !isReserved(text), 'Please choose another name for this size.')

/** The sizes of a product that has stock by size, in the order in which the shop shows them. */
export const sizeStock = z
  .array(z.object({ size: z.string(), stock: z.int().nonnegative() }))
  .optional()
  .describe('only of a product with stock by size: `stock` is their sum')
