import { z } from 'zod'
import { defineEndpoint, quotedRupees, rupees } from './endpoint.ts'
import { order } from './orders.ts'

/** Places no order, so it needs no key: the same cart and address asked for again while the hold lasts is the same payment. */
export const createPaymentOrder = defineEndpoint('createPaymentOrder', {
  summary: 'Freeze the cart, hold its stock for 15 minutes and open a payment for it',
  body: z.object({ amount: quotedRupees.describe('rupees, as the shopper saw them; the server reckons its own and compares') }),
  reply: {
    200: z.object({
      id: z.string().describe("the payment provider's order"),
      amount: z.int().describe('paise'),
      currency: z.literal('INR'),
      keyId: z.string().describe('the public key that the checkout script needs'),
    }),
  },
})

const providerId = z.string().min(1).max(64)

export const verifyPayment = defineEndpoint('verifyPayment', {
  summary: 'Tell that the payment window reported success; repeated calls give the same answer',
  body: z.object({ razorpay_order_id: providerId, razorpay_payment_id: providerId, razorpay_signature: z.string().min(1).max(200) }),
  reply: { 200: z.object({ message: z.string(), order }) },
})

/** `open`: not paid so far. `refunded`: paid too late, the money goes back. */
export const paymentOutcomes = ['open', 'failed', 'paid', 'refunded'] as const

export const getPaymentStatus = defineEndpoint('getPaymentStatus', {
  summary: 'What became of a payment, asked of the provider when the shop does not know yet',
  params: z.object({ id: providerId }),
  reply: {
    200: z.object({
      status: z.enum(paymentOutcomes),
      words: z.string().nullable().describe('why the money goes back, when it does'),
      paymentId: z.string().nullable(),
      order: order.nullable(),
    }),
  },
})

const refund = z.object({
  _id: z.string(),
  amount: rupees,
  reason: z.string(),
  status: z.enum(['asked', 'pending', 'processed', 'failed']),
  askedBy: z.string().nullable().describe('null: the shop by itself'),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable().describe('when it was processed or has failed'),
})

const orderPayment = z
  .object({
    paymentId: z.string().nullable().describe("the provider's"),
    amount: rupees,
    refunded: rupees.describe('gone back or on its way; refunds that failed do not count'),
    refunds: z.array(refund),
  })
  .meta({ id: 'OrderPayment' })
export type OrderPayment = z.infer<typeof orderPayment>

const ofOrder = z.object({ id: z.string().max(64) })

export const getOrderPayment = defineEndpoint('getOrderPayment', {
  summary: 'The card payment of an order and what went back of it; null when it was not paid by card',
  params: ofOrder,
  reply: { 200: z.object({ payment: orderPayment.nullable() }) },
})

/** A refund as its shopper may see it: not who asked for it, nor why. */
export const refundStates = ['on its way', 'done', 'failed'] as const

export const getOrderRefunds = defineEndpoint('getOrderRefunds', {
  summary: 'The money that goes back for one of my orders, oldest first',
  params: ofOrder,
  reply: {
    200: z.object({
      refunds: z.array(
        z.object({
          _id: z.string(),
          amount: rupees,
          state: z.enum(refundStates),
          askedAt: z.iso.datetime(),
          settledAt: z.iso.datetime().nullable(),
        }),
      ),
    }),
  },
})

export const refundOrder = defineEndpoint('refundOrder', {
  summary: "Send an order's money back, all that is left or a part",
  params: ofOrder,
  body: z.object({
    amount: rupees
      .refine((amount) => amount > 0, 'Enter an amount.')
      .optional()
      .describe('everything that is left when it is not said'),
    reason: z.string().trim().min(1, 'Reason is required.').max(200, 'Reason is too long.'),
    refunded: rupees.describe('what had gone back when the sender looked: a repeated or rival refund is refused'),
  }),
  reply: { 200: z.object({ message: z.string(), payment: orderPayment }) },
})

export const discrepancyKinds = [
  'another amount',
  'paid without an order',
  'money not taken',
  'refund failed',
  'paid, checkout unknown',
] as const

export const getPaymentDiscrepancies = defineEndpoint('getPaymentDiscrepancies', {
  summary: 'Payments that a person must look at; an empty list is the rule',
  reply: {
    200: z.object({
      mismatches: z.array(
        z.object({
          _id: z.string(),
          kind: z.enum(discrepancyKinds),
          words: z.string(),
          providerOrderId: z.string().nullable(),
          paymentId: z.string().nullable(),
          amount: rupees,
          shopper: z.object({ name: z.string(), phone: z.string() }),
          orderId: z.string().nullable(),
          createdAt: z.iso.datetime(),
        }),
      ),
    }),
  },
})
