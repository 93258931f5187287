import { z } from 'zod'
import { guestLine } from '../catalog/guest-line.ts'
import { shownReturnRule } from '../catalog/shown-return-rule.ts'
import { deliveryAddress, guestAddress, shownAddress } from '../kernel/address.ts'
import { adjustedTotals } from '../kernel/adjusted-totals.ts'
import { maxLengths, quantities } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders, quotedRupees, rupees } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { shownToPay, typedCode } from '../offers/offer-schemas.ts'
import { parcelJourney } from '../shipping/parcel-journey.ts'
import { shipment } from '../shipping/shipment.ts'
import { shownDocuments } from '../tax/shown-documents.ts'
import { buyNowFields } from './buy-now.ts'
import { manualPaymentMethods } from './manual-payment.ts'
import { orderStatuses } from './order-status.ts'
import { placingFields } from './placing-fields.ts'
import { shownShopperNote } from './shopper-note.ts'

export const paymentStatuses = ['Paid', 'Pending', 'Failed', 'Refunded'] as const

export const orderLine = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  quantity: z.int(),
  price: rupees,
  toPay: rupees.optional().describe('of the whole line with its share of the discounts; missing when it has none'),
  dispatchDays: z.int().optional().describe('until it leaves, of an item that is made to order'),
  availableFrom: z.iso.date().optional().describe('of a pre-ordered item: the day in India on which it leaves'),
  size: z.string().nullable().describe("null: a guest chose none; shown as 'Size to be confirmed'"),
  returnRule: shownReturnRule,
})

const payOnlineLink = z
  .string()
  .optional()
  .describe(
    'the page where an order on delivery can be paid online until it is packed; missing when it cannot, or when the shop takes no online payments',
  )

const payOnlineSaving = rupees.optional().describe('what the offer for paying online takes off by that link; missing when none applies')

const manualPayment = z
  .enum(manualPaymentMethods)
  .optional()
  .describe('how it was paid to the shop itself, without an online payment; missing for every other order')

const expectedDay = z.iso
  .date()
  .optional()
  .describe('the day in India by which the order should arrive, an estimate; missing when none can be given')

export const order = z
  .object({
    _id: z.string(),
    number: z.string().describe('what the shopper quotes to customer service'),
    userDetails: z.object({ name: z.string(), email: z.string() }),
    products: z.array(orderLine),
    totalPrice: rupees.describe('Σ price × quantity'),
    ...adjustedTotals,
    amountPaid: rupees.describe('without refunds'),
    amountRefunded: rupees.optional().describe('of what was paid; missing in an answer that an older version has stored'),
    cashOndelivery: rupees.describe('what the courier collects'),
    advance: rupees.optional().describe('what was paid online of an order on delivery; missing when it has no advance'),
    isToBePaid: z.boolean().optional().describe('true: online, before the order is packed'),
    manualPayment,
    isTakenAway: z.boolean().optional().describe('true: the customer has taken the items away, and no parcel is sent'),
    paymentStatus: z.enum(paymentStatuses),
    orderStatus: z.string(),
    createdAt: z.iso.datetime(),
    expectedBy: expectedDay,
    ...shownShopperNote,
  })
  .register(schemaRegistry, { id: 'Order' })
export type Order = z.infer<typeof order>

const orderKinds = ['guest', 'cod', 'card'] as const
export type OrderKind = (typeof orderKinds)[number]

/** Kinds as replies name them. An exchange has the items of a return that is answered with other items; nothing is to be paid for them. */
export const shownOrderKinds = [...orderKinds, 'exchange'] as const
export type ShownOrderKind = (typeof shownOrderKinds)[number]

/** In the replies of lists that count the hits of a search only up to a number. */
export const hasMore = z.boolean().optional().describe('there are more than `total`, which is not counted any further')

const myOrder = order.extend({ kind: z.enum(shownOrderKinds) }).register(schemaRegistry, { id: 'MyOrder' })
export type MyOrder = z.infer<typeof myOrder>

export const orderEvent = z.object({
  type: z.string().optional().describe('which event it is'),
  event: z.string().describe('the event as a sentence'),
  happenedAt: z.iso.datetime(),
})

const journey = parcelJourney.optional().describe('of a parcel that was booked at a courier, once it has left')

export const orderDetail = order
  .extend({
    kind: z.enum(shownOrderKinds),
    exchangeOf: z
      .object({
        order: z.string().describe('the id'),
        number: z.string().describe('of the order'),
        return: z.string().describe('its number'),
        returnId: z.string(),
      })
      .optional()
      .describe('the order and the return of an exchange'),
    deliveryAddress: shownAddress,
    events: z.array(orderEvent),
    transitions: z.array(z.enum(orderStatuses)).describe('the statuses that the reader can give this order'),
    addressLink: z.string().nullable().describe('the page where the shopper completes the address; null when that is not needed'),
    paymentLink: z.string().nullable().describe('the page where the shopper pays an order that is to be paid online, else null'),
    payOnlineLink,
    documents: shownDocuments,
    payOnlineSaving,
    shipments: z.array(shipment).describe('parcels that were handed to the courier'),
    journey,
  })
  .register(schemaRegistry, { id: 'OrderDetail' })
export type OrderDetail = z.infer<typeof orderDetail>

/** What tracking by number and phone, or by the link in a mail, reveals: no name, no street. */
export const tracking = z
  .object({
    number: z.string(),
    orderStatus: z.string(),
    paymentStatus: z.enum(paymentStatuses),
    isToBePaid: order.shape.isToBePaid,
    manualPayment,
    totalPrice: rupees,
    ...adjustedTotals,
    city: z.string(),
    products: z.array(orderLine),
    events: z.array(orderEvent),
    payOnlineLink,
    documents: shownDocuments,
    payOnlineSaving,
    advance: order.shape.advance,
    amountPaid: rupees.optional().describe('with the cash of a delivered order; missing in a reply of an older version'),
    cashOndelivery: rupees.optional().describe('what the courier collects; only of an order with an advance'),
    amountRefunded: rupees.optional().describe('also what is on its way; missing when nothing is refunded'),
    shipments: z.array(shipment),
    journey,
    returnLink: z
      .string()
      .optional()
      .describe('the page that returns items of a delivered order and shows its returns; only for the token of a mail, and missing before'),
    mailsLink: z.boolean().optional().describe('only without a token: the shop can mail the link that opens documents and returns'),
    createdAt: z.iso.datetime(),
    expectedBy: expectedDay,
  })
  .register(schemaRegistry, { id: 'Tracking' })
export type Tracking = z.infer<typeof tracking>

const notification = orderEvent.extend({ _id: z.string(), orderId: z.string(), number: z.string(), unread: z.boolean() })

export const ordersCalls = defineCalls({
  placeGuestOrder: {
    route: 'POST /guest/cashondelivery',
    who: 'anyone',
    changes: 'products',
    summary: 'Order as a guest, cash on delivery',
    headers: idempotencyHeaders,
    body: z.object({
      products: z.array(guestLine).min(1).max(quantities.maxLines),
      totalPrice: quotedRupees.describe('rupees, as the shopper saw it; the server calculates its own and compares'),
      cashOndelivery: z.literal(true),
      deliveryAddress: guestAddress,
      offerCode: typedCode.optional(),
      toPay: shownToPay,
      ...placingFields,
    }),
    reply: { 201: z.object({ message: z.string(), order }) },
  },

  placeCodOrder: {
    route: 'POST /cod/cashondelivery',
    who: 'user',
    changes: 'products',
    summary: 'Order what is in the cart, or one item beside it, cash on delivery',
    headers: idempotencyHeaders,
    body: deliveryAddress.extend({
      ...buyNowFields,
      totalPrice: quotedRupees
        .optional()
        .describe('rupees, as the shopper saw it; a higher total is rejected. Without it the prices that the cart has shown count'),
      toPay: shownToPay,
      ...placingFields,
    }),
    reply: { 201: z.object({ message: z.string(), order }) },
  },

  getCodOrders: {
    route: 'GET /cod/codOrder',
    who: 'user',
    summary: "The shopper's cash-on-delivery orders, newest first",
    query: pageQuery,
    reply: { 200: z.object({ codorder: z.array(order), ...paged }) },
  },

  getMyOrders: {
    route: 'GET /order/mine',
    who: 'user',
    summary: "The shopper's orders of all kinds, newest first",
    query: pageQuery,
    reply: { 200: z.object({ orders: z.array(myOrder), ...paged }) },
  },

  getCardOrders: {
    route: 'GET /order/getorder',
    who: 'user',
    summary: "The shopper's card orders, newest first",
    reply: { 200: z.object({ orders: z.array(order) }) },
  },

  getOrder: {
    route: 'GET /order/:id',
    who: 'user',
    summary: 'One of my orders',
    params: byId,
    reply: { 200: orderDetail },
  },

  cancelOrder: {
    route: 'POST /order/:id/cancel',
    who: 'user',
    changes: 'products',
    summary: 'Cancel my order, until it is packed',
    params: byId,
    reply: { 200: z.object({ message: z.string(), order: orderDetail }) },
  },

  trackOrder: {
    route: 'POST /order/track',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Track an order by its number and phone, or by the link in its email',
    body: z.object({
      number: z.string().max(maxLengths.orderNumber).optional(),
      phone: z.string().max(maxLengths.trackingPhone).optional(),
      token: z.string().max(maxLengths.trackingToken).optional(),
    }),
    reply: { 200: tracking },
  },

  mailOrderLink: {
    route: 'POST /order/track/link',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Mail the link that opens the documents and returns of an order to its email address, by its number and phone',
    body: z.object({ number: z.string().max(maxLengths.orderNumber), phone: z.string().max(maxLengths.trackingPhone) }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  getNotifications: {
    route: 'GET /users/notifications',
    who: 'user',
    summary: 'Events of my orders, newest first',
    reply: { 200: z.object({ notifications: z.array(notification), unread: z.int() }) },
  },

  markNotificationsRead: {
    route: 'POST /users/notifications/read',
    who: 'user',
    changes: 'nothing',
    summary: 'Mark all notifications as read',
    reply: { 200: z.object({ message: z.string() }) },
  },
})
