import { z } from 'zod'
import { cardAddress } from './address.ts'
import { quantities, sizes } from './business.ts'
import { defineEndpoint, idempotencyHeaders, quotedRupees, rupees } from './endpoint.ts'
import { errorText } from './errors.ts'

/** Why a line cannot be ordered as it stands. `price` ends when the shopper accepts the new price. */
export const lineProblems = ['gone', 'sold_out', 'short', 'price'] as const

const cartLine = z
  .object({
    product: z.object({
      _id: z.string(),
      name: z.string(),
      image: z.string(),
      backdrop: z.string(),
      price: rupees,
      stock: z.int(),
    }),
    size: z.enum(sizes).nullable().describe('null: a piece that a guest added without a size'),
    quantity: z.int(),
    problem: z.enum(lineProblems).nullable(),
    notice: z.string().nullable().describe('the problem in words'),
  })
  .meta({ id: 'CartLine' })
export type CartLine = z.infer<typeof cartLine>

const cart = z.object({ cart: z.array(cartLine) })
const cartWithMessage = cart.extend({ message: z.string() })

/** Text, because a missing or foreign id is answered in our words and not in the validator's. */
const productId = z.string().max(64).optional()
const size = z.enum(sizes)
const quantity = z.int().min(quantities.min).max(quantities.max)

export const addToCart = defineEndpoint('addToCart', {
  summary: 'Put a piece into the cart; the same piece again adds to its quantity',
  body: z.object({
    product: productId,
    size: z.enum(sizes, errorText('size_missing')).nullish(),
    quantity: quantity.default(quantities.addedToCart),
  }),
  reply: { 200: cartWithMessage },
})

export const getCart = defineEndpoint('getCart', {
  summary: 'The cart, and the address of the last checkout',
  reply: { 200: cart.extend({ deliveryAddress: cardAddress.nullable() }) },
})

export const changeCartLine = defineEndpoint('changeCartLine', {
  summary: 'Change the quantity or the size of a line; also accepts its new price',
  params: z.object({ productId: z.string().max(64) }),
  body: z.object({ quantity, size: size.nullish(), newSize: size.optional() }),
  reply: { 200: cart },
})

export const removeCartLine = defineEndpoint('removeCartLine', {
  summary: 'Remove a line; `none` for a line without a size. Removing what is gone is no error',
  params: z.object({ productId: z.string().max(64), size: z.enum([...sizes, 'none']) }),
  reply: { 200: cart },
})

export const mergeCart = defineEndpoint('mergeCart', {
  summary: 'Let the lines of a guest cart join this one',
  headers: idempotencyHeaders,
  body: z.object({
    lines: z
      .array(
        z.object({
          product: z.string().max(64),
          name: z.string().max(300).default(''),
          price: quotedRupees.optional(),
          size: size.nullish(),
          quantity,
        }),
      )
      .max(quantities.maxLines),
  }),
  reply: { 200: cart.extend({ notices: z.array(z.string()) }) },
})

export const saveDeliveryAddress = defineEndpoint('saveDeliveryAddress', {
  summary: 'Keep the address for this and the next checkout',
  body: cardAddress,
  reply: { 200: z.object({ message: z.string(), deliveryAddress: cardAddress }) },
})

export const clearDeliveryAddress = defineEndpoint('clearDeliveryAddress', {
  summary: 'Forget the kept address',
  reply: { 200: z.object({ message: z.string() }) },
})
