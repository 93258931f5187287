import { z } from 'zod'
import { cardAddress, deliveryAddress } from '../kernel/address.ts'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls, quotedRupees, rupees } from '../kernel/endpoint.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { reportRecipients } from '../settings/purchase-report.ts'
import { order, shownOrderKinds, tracking } from './orders.ts'

// Calls of the pages that the links in the mails of an order open.

const online = order
  .pick({ totalPrice: true, adjustments: true, toPay: true })
  .optional()
  .describe('the figures of the order when it is paid online now; only when they differ')
const amountNow = rupees.optional().describe('what is paid online now: without an advance that is paid')

const linkToken = z.object({ token: z.string().max(maxLengths.trackingToken).describe('of the link in the email') })

/** What the holder of a link does with an order, as the page of the order offers it. */
export const orderActions = ['confirm', 'pay', 'address', 'return', 'refund', 'account'] as const
export type OrderAction = (typeof orderActions)[number]

/** What a link that follows an order, which people forward, leads to; the others need the link of their own mail. */
const offeredActions = ['confirm', 'pay', 'return'] as const satisfies readonly OrderAction[]

const orderPage = z
  .object({
    purpose: z.enum(['track', 'deliver', ...orderActions]).describe('what the link is for'),
    number: z.string(),
    orderStatus: z.string().optional().describe('missing for a link that only pays or enters where a refund goes to'),
    order: order
      .pick({ products: true, totalPrice: true, adjustments: true, toPay: true })
      .optional()
      .describe('for a link that confirms, pays, completes the address, answers a failed delivery or adds the order to an account'),
    tracking: tracking.optional().describe('only for a link that follows the order'),
    actions: z
      .array(
        z.object({
          action: z.enum(offeredActions),
          token: z.string().describe('for the calls of this action; it ends as the links in mails do'),
          saving: rupees.optional().describe('what paying online takes off; missing when that is nothing'),
        }),
      )
      .describe('what else the holder of this link can do now; empty for a link that does not follow the order'),
    purchaseReport: z
      .enum(reportRecipients)
      .optional()
      .describe(
        'the advertising companies that may be told about the order, until the consent is withdrawn; missing for a link that only pays',
      ),
  })
  .register(schemaRegistry, { id: 'OrderPage' })
export type OrderPage = z.infer<typeof orderPage>

export const orderLinksCalls = defineCalls({
  readOrderPage: {
    route: 'POST /order/page',
    who: 'anyone',
    changes: 'nothing',
    summary: 'The page of one order, by any link in its emails: what the order is and what can be done now',
    body: linkToken,
    reply: { 200: orderPage },
  },

  withdrawPurchaseReport: {
    route: 'POST /order/purchase-report/withdraw',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Withdraw the consent that advertising companies are told about one order, by a link in its emails that does not only pay',
    body: linkToken,
    reply: { 200: z.object({ message: z.string() }) },
  },

  findIncompleteAddress: {
    route: 'POST /order/address/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'The incomplete delivery address of one order, by the link in its email',
    body: linkToken,
    reply: { 200: z.object({ number: z.string(), deliveryAddress: cardAddress }) },
  },

  completeAddress: {
    route: 'POST /order/address',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Complete the delivery address of one order, until it is shipped',
    body: deliveryAddress.pick({ pinCode: true, phone: true }).extend(linkToken.shape),
    reply: { 200: z.object({ message: z.string() }) },
  },

  findOrderToConfirm: {
    route: 'POST /order/confirmation/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'One order that the shop has asked to confirm, by the link in its email',
    body: linkToken,
    reply: {
      200: order.pick({ number: true, products: true, totalPrice: true, adjustments: true, toPay: true }).extend({
        kind: z.enum(shownOrderKinds),
        isToBePaid: z.boolean().describe('online: the order is not packed before'),
        online,
        amount: amountNow,
      }),
    },
  },

  answerConfirmation: {
    route: 'POST /order/confirmation',
    who: 'anyone',
    changes: 'products',
    summary: 'Confirm or cancel one order by the link in its email, once',
    body: linkToken.extend({
      isAccepted: z.boolean('An answer is required.').describe('true confirms the order, false cancels it'),
    }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  findOrderForAccount: {
    route: 'POST /order/account/find',
    who: 'anyone',
    changes: 'nothing',
    summary: "One guest's order that can be added to an account, by the link in its email",
    body: linkToken,
    reply: { 200: order.pick({ number: true, products: true, totalPrice: true, adjustments: true, toPay: true }) },
  },

  findOrderToPay: {
    route: 'POST /order/payment/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'One order on delivery that can be paid online, by the link of its page, its tracking page or its email',
    body: linkToken,
    reply: {
      200: order
        .pick({ number: true, products: true, totalPrice: true, adjustments: true, toPay: true, advance: true })
        .extend({ online, amount: amountNow }),
    },
  },

  addOrderToAccount: {
    route: 'POST /order/account',
    who: 'user',
    changes: 'nothing',
    summary: "Add one guest's order to my account, by the link in its email",
    body: linkToken,
    reply: { 200: z.object({ message: z.string(), id: z.string() }) },
  },

  openOrderPayment: {
    route: 'POST /order/confirmation/pay',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Pay online for one order on delivery, until it is packed, by a link that pays or confirms it',
    body: linkToken.extend({ amount: quotedRupees.optional().describe('what the page has shown; any other amount is rejected') }),
    reply: {
      200: z.object({
        id: z.string(),
        amount: z.int().describe('paise'),
        currency: z.literal('INR'),
        keyId: z.string(),
        contact: z
          .object({ firstName: z.string(), lastName: z.string(), email: z.string(), phone: z.string() })
          .describe(
            'as in the email of the order; a link that only pays reveals no more than the phone number, and leaves the others empty',
          ),
      }),
    },
  },

  checkOrderPayment: {
    route: 'POST /order/confirmation/payment',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Whether the order is paid, as the payment provider says now, by a link that pays or confirms it',
    body: linkToken,
    reply: { 200: z.object({ status: z.enum(['unpaid', 'in progress', 'paid', 'refunded']) }) },
  },
})
