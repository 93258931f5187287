import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, quotedRupees, rupees, words } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { shownToPay } from '../offers/offer-schemas.ts'
import { buyNowFields } from '../orders/buy-now.ts'
import { order } from '../orders/orders.ts'
import { placingFields } from '../orders/placing-fields.ts'
import { returnCounts } from '../returns/return-counts.ts'
import { enteredProviders } from '../settings/provider-keys.ts'

const providerId = z.string().min(1).max(64)

const refund = z.object({
  _id: z.string(),
  amount: rupees,
  reason: z.string(),
  status: z.enum(['asked', 'pending', 'processed', 'failed']),
  askedBy: z.string().nullable().describe('name of the administrator; null when the shop requested it automatically'),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable().describe('when it was processed or failed'),
})

const orderPayment = z
  .object({
    paymentId: z.string().nullable().describe("the provider's payment id; null when the courier collected the cash"),
    paymentIds: z.array(z.string()).optional().describe('of an order whose advance and rest were paid online; only when there are two'),
    amount: rupees,
    refunded: rupees.describe('requested and processed refunds, without failed ones'),
    refunds: z.array(refund),
  })
  .register(schemaRegistry, { id: 'OrderPayment' })
export type OrderPayment = z.infer<typeof orderPayment>

const voidReason = z.string().nullable().describe('why the shop cancelled the order: its payment could not become a live order')

const shopperRefund = refund
  .pick({ _id: true, amount: true })
  .extend({ state: z.enum(['on its way', 'done', 'failed']), askedAt: z.iso.datetime(), settledAt: z.iso.datetime().nullable() })
export type ShopperRefund = z.infer<typeof shopperRefund>

const discrepancyKinds = [
  'another amount',
  'paid without an order',
  'money not taken',
  'refund rejected',
  'refund failed',
  'refund found',
  'paid, checkout unknown',
  'disputed',
  'courier collected too',
] as const

const discrepancy = z.object({
  _id: z.string(),
  kind: z.enum(discrepancyKinds),
  message: z.string().describe('what is wrong, and what to do'),
  words,
  providerOrderId: z.string().nullable(),
  paymentId: z.string().nullable(),
  amount: rupees,
  shopper: z.object({ name: z.string(), phone: z.string() }),
  orderId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  refunded: rupees
    .optional()
    .describe('what is refunded of this payment; only when `amount` can be refunded here with the call of the order'),
})
export type Discrepancy = z.infer<typeof discrepancy>

const listed = z.string().max(2_000).optional()
const listedMessage = {
  message: listed.describe('as listed: rejected when the payment has changed since'),
  words: listed.describe('older name of `message`, which is read without it'),
}

const discrepancies = z.object({
  mismatches: z.array(discrepancy),
  resolved: z
    .array(discrepancy.extend({ note: z.string(), resolvedBy: z.string().nullable(), resolvedAt: z.iso.datetime() }))
    .describe('the last ones, newest first'),
})

/** What is paid online of a new order: all of it by default. */
export const paymentShare = {
  payment: z
    .enum(['full', 'advance'])
    .optional()
    .describe('advance: a part now and the rest to the courier, where the shop asks for it; full by default'),
  advance: quotedRupees.optional().describe('rupees, the advance that the shopper saw; another one is rejected'),
}

export const openedPayment = z.object({
  id: z.string().describe('id of the order at the payment provider'),
  amount: z.int().describe('paise'),
  currency: z.literal('INR'),
  keyId: z.string().describe('public key for the checkout script'),
  collect: rupees.optional().describe('what the courier collects; only for an advance'),
})

/** What the payment window reports. */
export const signedPayment = z.object({
  razorpay_order_id: providerId,
  razorpay_payment_id: providerId,
  razorpay_signature: z.string().min(1).max(200),
})

export const verifiedPayment = z.object({ message: z.string(), order })

export const paymentOutcome = z.object({
  /** `open`: not paid yet. `refunded`: the payment cannot become an order and is refunded or not collected. */
  status: z.enum(['open', 'failed', 'paid', 'refunded']),
  message: z.string().nullable().describe('why the payment is refunded or not collected'),
  paymentId: z.string().nullable(),
  order: order.nullable(),
})

const newOrder = order.pick({ _id: true, number: true, totalPrice: true, createdAt: true })

export const paymentsCalls = defineCalls({
  /** Takes no idempotency key: during its hold, the same cart and address return the same payment. */
  createPaymentOrder: {
    route: 'POST /order/create-order',
    who: 'user',
    changes: 'products',
    summary: 'Open a card payment for the cart, or for one item beside it, and hold its stock for 15 minutes',
    body: z.object({
      amount: quotedRupees.describe('the total in rupees that the shopper saw; compared with the total of the server'),
      toPay: shownToPay,
      ...paymentShare,
      ...placingFields,
      ...buyNowFields,
    }),
    reply: { 200: openedPayment },
  },

  verifyPayment: {
    route: 'POST /order/verify-payment',
    who: 'user',
    changes: 'products',
    summary: 'Verify a payment that the payment window reported; repeated calls give the same answer',
    body: signedPayment,
    reply: { 200: verifiedPayment },
  },

  getPaymentStatus: {
    route: 'GET /order/payment/:id',
    who: 'user',
    summary: 'The outcome of a payment, fetched from the provider unless it is settled',
    params: z.object({ id: providerId }),
    reply: { 200: paymentOutcome },
  },

  getOrderPayment: {
    route: 'GET /order/admin/:id/payment',
    right: 'money',
    summary: 'The payment of an order and its refunds; null when nothing has been paid',
    params: byId,
    reply: {
      200: z.object({
        payment: orderPayment.nullable(),
        cash: orderPayment
          .optional()
          .describe('the cash of an order with an advance, whose `payment` is the advance; once it is collected'),
        sentBack: z
          .array(orderPayment)
          .optional()
          .describe('payments that arrived too late or twice, oldest first, which are refunded in full; only when there are any'),
        voidReason,
      }),
    },
  },

  getOrderRefunds: {
    route: 'GET /order/:id/refunds',
    who: 'user',
    summary: 'The refunds of one of my orders, oldest first, and how it was paid',
    params: byId,
    reply: {
      200: z.object({
        refunds: z.array(shopperRefund),
        sentBack: z.array(shopperRefund).optional().describe('refunds of payments that arrived too late or twice; only when there are any'),
        voidReason,
        paymentMethod: z
          .string()
          .optional()
          .describe('how the order was paid online, such as card, upi or netbanking; only when it is known'),
      }),
    },
  },

  refundOrder: {
    route: 'POST /order/admin/:id/refund',
    right: 'money',
    changes: 'nothing',
    summary: 'Refund the payment of an order, in part or all that is left',
    params: byId,
    body: z.object({
      amount: rupees
        .refine((amount) => amount > 0, 'Enter an amount.')
        .optional()
        .describe('default: all that is left'),
      reason: z.string().trim().min(1, 'Reason is required.').max(200, 'Reason is too long.'),
      refunded: rupees.describe('the refunded sum of this part that the administrator saw; prevents repeated and simultaneous refunds'),
      reducesPrice: z
        .boolean()
        .optional()
        .describe(
          'true: the refund reduces the price: the invoice has less, or a credit note if it is issued; by default it is goodwill, which changes no invoice',
        ),
      part: z.enum(['online', 'cash']).optional().describe('of an order with an advance; for other orders there is one part only'),
    }),
    reply: { 200: z.object({ message: z.string(), payment: orderPayment }) },
  },

  getPaymentDiscrepancies: {
    route: 'GET /payments/mismatches',
    right: 'money',
    summary: 'Payments that an administrator must look at; normally none',
    reply: { 200: discrepancies },
  },

  resolveDiscrepancy: {
    route: 'POST /payments/mismatches/:id/resolve',
    right: 'money',
    changes: 'nothing',
    summary: 'Mark a listed payment as resolved. It is listed again when it changes.',
    params: byId,
    body: z
      .object({
        kind: z.enum(discrepancyKinds),
        ...listedMessage,
        note: z
          .string()
          .trim()
          .min(1, 'Note is required.')
          .max(maxLengths.resolutionNote, 'Note is too long.')
          .describe('what was done, for the other administrators'),
      })
      .refine(({ words, message = words }) => message !== undefined, { error: 'Message is required.', path: ['message'] }),
    reply: { 200: discrepancies.extend({ message: z.string() }) },
  },

  getAdminNotifications: {
    route: 'GET /order/admin/notifications',
    right: 'orders',
    summary: 'What needs an administrator: new orders, payments to review, overdue tickets and products low in stock',
    reply: {
      200: z.object({
        orders: z.array(newOrder.extend({ customer: z.string(), unread: z.boolean() })).describe('placed and not confirmed, newest first'),
        unreadOrders: z.int().describe('since the administrator last looked, at most 100'),
        payments: z.int().describe('payments to review; they stay unread until they are resolved'),
        invoices: z.int().optional().describe('invoices that wait for something; they stay unread'),
        overdueTickets: z
          .int()
          .optional()
          .describe(
            'messages and requests about data whose due date has passed; they stay unread. Missing in an answer of an older version',
          ),
        lowStock: z.object({
          products: z
            .array(z.object({ _id: z.string(), name: z.string(), stock: z.int(), unread: z.boolean() }))
            .describe('latest change first'),
          total: z.int(),
          unread: z.int(),
        }),
        returns: returnCounts.optional().describe('missing in a reply of an older version'),
        lacksMailServer: z.boolean().describe('emails are only written to files, because the setting SMTP_URL is missing'),
        unreadableKeys: z.array(z.enum(enteredProviders)).optional().describe('whose keys must be entered again; they stay unread'),
        unread: z.int().describe('the sum of the unread, with 1 for a missing mail server'),
      }),
    },
  },

  markAdminNotificationsRead: {
    route: 'POST /order/admin/notifications/read',
    right: 'orders',
    changes: 'nothing',
    summary: 'Mark all new orders and stock changes as read',
    reply: { 200: z.object({ message: z.string() }) },
  },
})
