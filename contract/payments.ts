import { z } from 'zod'
import { endpoint, idempotencyHeaders } from './endpoint.ts'
import { order } from './orders.ts'

export const createPaymentOrder = endpoint('createPaymentOrder', {
  summary: 'Freeze the cart, hold its stock for 15 minutes and open a payment for it',
  headers: idempotencyHeaders,
  body: z.object({ amount: z.number().describe('rupees, as the shopper saw them; the server reckons its own and compares') }),
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

export const verifyPayment = endpoint('verifyPayment', {
  summary: 'Tell that the payment window reported success; repeated calls give the same answer',
  body: z.object({ razorpay_order_id: providerId, razorpay_payment_id: providerId, razorpay_signature: z.string().min(1).max(200) }),
  reply: { 200: z.object({ message: z.string(), order }) },
})

/** `open`: not paid so far. `refunded`: paid too late, the money goes back. */
export const paymentOutcomes = ['open', 'failed', 'paid', 'refunded'] as const

export const getPaymentStatus = endpoint('getPaymentStatus', {
  summary: 'What became of a payment, asked of the provider when the shop does not know yet',
  params: z.object({ id: providerId }),
  reply: { 200: z.object({ status: z.enum(paymentOutcomes), paymentId: z.string().nullable(), order: order.nullable() }) },
})
