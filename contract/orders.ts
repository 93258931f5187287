import { z } from 'zod'
import { deliveryAddress } from './address.ts'
import { quantities, sizes } from './business.ts'
import { endpoint, idempotencyHeaders, rupees } from './endpoint.ts'

export const paymentStatuses = ['Paid', 'Pending', 'Failed', 'Refunded'] as const

const orderLine = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  quantity: z.int(),
  price: rupees,
  size: z.enum(sizes).nullable().describe("null: a guest chose none; shown as 'Size to be confirmed'"),
})

export const order = z
  .object({
    _id: z.string(),
    number: z.string().describe('what the shopper quotes'),
    userDetails: z.object({ name: z.string(), email: z.string() }),
    products: z.array(orderLine),
    totalPrice: rupees,
    amountPaid: rupees,
    cashOndelivery: rupees.describe('what the courier collects'),
    paymentStatus: z.enum(paymentStatuses),
    orderStatus: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof order>

export const placeGuestOrder = endpoint('placeGuestOrder', {
  summary: 'Order as a guest, cash on delivery',
  headers: idempotencyHeaders,
  body: z.object({
    products: z
      .array(
        z.object({
          product: z.string().max(64).describe('the product id'),
          quantity: z.int().min(quantities.least).max(quantities.most),
          size: z.enum(sizes).nullish(),
          name: z.string().max(300).optional(),
          price: z.number().optional(),
          image: z.string().max(2_000).optional(),
          subtotal: z.number().optional(),
        }),
      )
      .min(1)
      .max(quantities.mostLines),
    totalPrice: z.number().describe('rupees, as the shopper saw it; the server reckons its own and compares'),
    cashOndelivery: z.literal(true),
    deliveryAddress,
  }),
  reply: { 201: z.object({ message: z.string(), order }) },
})
