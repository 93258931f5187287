import { z } from 'zod'
import { quantities } from '../kernel/business.ts'

// The requests of carts and checkouts as the Universal Commerce Protocol has them. Members that the shop does not use are accepted and ignored.

/** Hours for which a checkout and its link are valid. */
export const checkoutHours = 24
/** Days for which a cart is valid. */
export const cartDays = 7

/** Beyond what an order can have, so that the reply can say so; and small enough for sums in paise. */
const maxQuantity = 10_000
const maxCodes = 10
const maxAddresses = 10

const text = (most: number) => z.string().trim().max(most)

const lineItem = z.object({
  item: z.object({ id: text(200).min(1) }),
  quantity: z.int().min(quantities.min).max(maxQuantity),
})

const lineItems = z.array(lineItem).min(1).max(quantities.maxLines)

const buyer = z.object({
  first_name: text(60).optional(),
  last_name: text(60).optional(),
  email: text(254).optional(),
  phone_number: text(40).optional(),
})

const destination = z.object({
  id: text(100).optional(),
  street_address: text(300).optional(),
  extended_address: text(120).optional(),
  address_locality: text(80).optional(),
  address_region: text(80).optional(),
  address_country: text(60).optional(),
  postal_code: text(20).optional(),
  first_name: text(60).optional(),
  last_name: text(60).optional(),
  phone_number: text(40).optional(),
})

const fulfillment = z.object({
  methods: z
    .array(
      z.object({
        type: z.string().max(20).optional(),
        destinations: z.array(destination).max(maxAddresses).optional(),
        selected_destination_id: text(100).nullish(),
      }),
    )
    .max(5)
    .optional(),
})

const context = z.object({ postal_code: text(20).optional() })

export const cartRequest = z.object({
  line_items: lineItems,
  buyer: buyer.optional(),
  context: context.optional(),
  discounts: z.object({ codes: z.array(text(200)).max(maxCodes).optional() }).optional(),
})

export const checkoutRequest = cartRequest.extend({ fulfillment: fulfillment.optional() })

/** A new checkout: of its own lines, or of those of a cart, beside which `line_items` may be empty and do not count. */
export const newCheckoutRequest = checkoutRequest
  .extend({ line_items: z.array(lineItem).max(quantities.maxLines).optional(), cart_id: text(64).optional() })
  .refine(({ line_items, cart_id }) => cart_id !== undefined || line_items?.length !== 0, {
    path: ['line_items'],
    message: 'a checkout without a cart_id needs an item',
  })

export type CheckoutRequest = z.output<typeof checkoutRequest>
export type NewCheckoutRequest = z.output<typeof newCheckoutRequest>

export const sessionId = z.object({ id: text(64) })
