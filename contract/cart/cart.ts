import { z } from 'zod'
import { sizeName, sizeStock } from '../catalog/product-sizes.ts'
import { shownReturnRule } from '../catalog/shown-return-rule.ts'
import { cardAddress } from '../kernel/address.ts'
import { quantities } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders, quotedRupees, rupees } from '../kernel/endpoint.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { quote } from '../offers/offer-schemas.ts'

/** Why a line cannot be ordered. `price`: a higher one, which ends when the shopper accepts it, `size` when they choose one. */
export const lineProblems = ['gone', 'sold_out', 'short', 'size', 'price'] as const

const cartLine = z
  .object({
    product: z.object({
      _id: z.string(),
      name: z.string(),
      image: z.string(),
      backdrop: z.string(),
      price: rupees,
      stock: z.int().describe('what this shopper can order in the size of the line'),
      dispatchDays: z.int().optional().describe('until it leaves, of a product that is made to order'),
      availableFrom: z.iso.date().optional().describe('of a pre-order: the day in India from which it leaves'),
      sizes: z.array(z.string()).optional(),
      sizeStock,
      returnRule: shownReturnRule,
    }),
    size: z.string().nullable().describe('null: a guest added the item without a size'),
    quantity: z.int(),
    problem: z.enum(lineProblems).nullable(),
    notice: z.string().nullable().describe('the problem as text'),
  })
  .register(schemaRegistry, { id: 'CartLine' })
export type CartLine = z.infer<typeof cartLine>

export const cart = z.object({
  cart: z.array(cartLine),
  quote: quote.optional().describe('only when an offer has a code, or changes what the cart costs'),
})
const cartWithMessage = cart.extend({ message: z.string() })

/** Any text, because a missing or malformed id has an error text of its own. */
const productId = z.string().max(64).optional()
const size = sizeName
const quantity = z.int().min(quantities.min).max(quantities.max)

const guestItem = z.object({
  product: z.string().max(64),
  name: z.string().max(300).default(''),
  price: quotedRupees.optional(),
  size: size.nullish(),
  quantity,
})
export type GuestItem = z.infer<typeof guestItem>

export const cartCalls = defineCalls({
  addToCart: {
    route: 'POST /cart/add',
    who: 'user',
    changes: 'nothing',
    summary: 'Add an item to the cart; the same item again adds to its quantity',
    body: z.object({
      product: productId,
      size: size.nullish(),
      quantity: quantity.default(quantities.addedToCart),
    }),
    reply: { 200: cartWithMessage },
  },

  getCart: {
    route: 'GET /cart',
    who: 'user',
    summary: 'The cart, and the address of the last checkout',
    reply: { 200: cart.extend({ deliveryAddress: cardAddress.nullable() }) },
  },

  changeCartLine: {
    route: 'PATCH /cart/:productId',
    who: 'user',
    changes: 'nothing',
    summary: 'Change the quantity or the size of a line; also accepts its new price',
    params: z.object({ productId: z.string().max(64) }),
    body: z.object({ quantity, size: size.nullish(), newSize: size.optional() }),
    reply: { 200: cart },
  },

  removeCartLine: {
    route: 'DELETE /cart/:productId/:size',
    who: 'user',
    changes: 'nothing',
    summary: 'Remove a line; `none` for a line without a size. Removing a line that is not there is no error',
    params: z.object({ productId: z.string().max(64), size: sizeName.or(z.literal('none')) }),
    reply: { 200: cart },
  },

  mergeCart: {
    route: 'POST /cart/merge',
    who: 'user',
    changes: 'nothing',
    summary: 'Merge the lines of a guest cart into this one',
    headers: idempotencyHeaders,
    body: z.object({ lines: z.array(guestItem).max(quantities.maxLines) }),
    reply: { 200: cart.extend({ notices: z.array(z.string()) }) },
  },

  saveDeliveryAddress: {
    route: 'POST /cart/',
    who: 'user',
    changes: 'nothing',
    summary: 'Save the address for this and the next checkout',
    body: cardAddress,
    reply: { 200: z.object({ message: z.string(), deliveryAddress: cardAddress }) },
  },

  clearDeliveryAddress: {
    route: 'DELETE /cart/address',
    who: 'user',
    changes: 'nothing',
    summary: 'Delete the saved address',
    reply: { 200: z.object({ message: z.string() }) },
  },
})
