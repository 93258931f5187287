import { z } from 'zod'
import { cardAddress, deliveryAddress } from '../address.ts'
import { maxLengths, quantities } from '../business.ts'
import { daysQuery, defineEndpoint, idempotencyHeaders, quotedRupees, rupees } from '../endpoint.ts'
import { sizeName } from '../inventory/product-sizes.ts'
import { schemaRegistry } from '../schema-registry.ts'
import { adminShipment, shipment } from '../shipping/shipment.ts'
import { noAnswer, orderFlags, toConfirm } from './order-flags.ts'
import { orderStatuses, parcelConditions } from './order-status.ts'

export const paymentStatuses = ['Paid', 'Pending', 'Failed', 'Refunded'] as const

const orderLine = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  quantity: z.int(),
  price: rupees,
  size: z.string().nullable().describe("null: a guest chose none; shown as 'Size to be confirmed'"),
})

export const order = z
  .object({
    _id: z.string(),
    number: z.string().describe('what the shopper quotes to customer service'),
    userDetails: z.object({ name: z.string(), email: z.string() }),
    products: z.array(orderLine),
    totalPrice: rupees,
    amountPaid: rupees.describe('without refunds'),
    amountRefunded: rupees.optional().describe('of what was paid; missing in an answer that an older version has stored'),
    cashOndelivery: rupees.describe('what the courier collects'),
    isToBePaid: z.boolean().optional().describe('true: online, before the order is packed'),
    paymentStatus: z.enum(paymentStatuses),
    orderStatus: z.string(),
    createdAt: z.iso.datetime(),
  })
  .register(schemaRegistry, { id: 'Order' })
export type Order = z.infer<typeof order>

export const orderKinds = ['guest', 'cod', 'card'] as const
export type OrderKind = (typeof orderKinds)[number]

const confirmation = {
  flags: z.array(z.enum(orderFlags)).describe('why the shop asks for a confirmation'),
  isUnanswered: z.boolean().describe('the shopper was reminded to confirm the order and has not answered'),
}

export const adminOrder = order
  .extend({
    kind: z.enum(orderKinds),
    phone: z.string(),
    city: z.string(),
    ...confirmation,
    isLikelyDuplicate: z.boolean().describe('open, like another order of the same phone or email with the same items, placed within a day'),
    addressIncomplete: z.boolean().describe('the courier needs a PIN code or a phone before the parcel leaves'),
  })
  .register(schemaRegistry, { id: 'AdminOrder' })
export type AdminOrder = z.infer<typeof adminOrder>

const guestLine = z.object({
  product: z.string().max(64).describe('the product id'),
  quantity: z.int().min(quantities.min).max(quantities.max),
  size: sizeName.nullish(),
  name: z.string().max(300).optional(),
  price: z.number().optional(),
  image: z.string().max(2_000).optional(),
  subtotal: z.number().optional(),
})

export const placeGuestOrder = defineEndpoint('placeGuestOrder', {
  summary: 'Order as a guest, cash on delivery',
  headers: idempotencyHeaders,
  body: z.object({
    products: z.array(guestLine).min(1).max(quantities.maxLines),
    totalPrice: quotedRupees.describe('rupees, as the shopper saw it; the server calculates its own and compares'),
    cashOndelivery: z.literal(true),
    deliveryAddress,
  }),
  reply: { 201: z.object({ message: z.string(), order }) },
})

export const placeCodOrder = defineEndpoint('placeCodOrder', {
  summary: 'Order what is in the cart, cash on delivery',
  headers: idempotencyHeaders,
  body: deliveryAddress,
  reply: { 201: z.object({ message: z.string(), order }) },
})

const pageQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) })
const paged = { total: z.int(), page: z.int(), totalPages: z.int() }

export const getCodOrders = defineEndpoint('getCodOrders', {
  summary: "The shopper's cash-on-delivery orders, newest first",
  query: pageQuery,
  reply: { 200: z.object({ codorder: z.array(order), ...paged }) },
})

const myOrder = order.extend({ kind: z.enum(orderKinds) }).register(schemaRegistry, { id: 'MyOrder' })
export type MyOrder = z.infer<typeof myOrder>

export const getMyOrders = defineEndpoint('getMyOrders', {
  summary: "The shopper's orders of all kinds, newest first",
  query: pageQuery,
  reply: { 200: z.object({ orders: z.array(myOrder), ...paged }) },
})

export const getAdminOrders = defineEndpoint('getAdminOrders', {
  summary: 'All orders of all kinds, newest first',
  query: pageQuery.extend({
    status: z.enum([...orderStatuses, toConfirm, noAnswer]).optional(),
    kind: z.enum(orderKinds).optional(),
    q: z
      .string()
      .max(maxLengths.adminSearch)
      .optional()
      .describe('words of number, name, phone, e-mail, city, PIN code, product or size, or a whole tracking number'),
    from: z.iso.date().optional().describe('first day, in India'),
    to: z.iso.date().optional().describe('last day'),
  }),
  reply: { 200: z.object({ orders: z.array(adminOrder), ...paged }) },
})

export type OrderFilter = Omit<z.infer<(typeof getAdminOrders)['query']>, 'page'>

export const getDailyOrders = defineEndpoint('getDailyOrders', {
  summary: 'Orders per day, what was paid for them and what couriers still collect; oldest day first',
  query: daysQuery,
  reply: {
    200: z.object({
      days: z.array(
        z.object({
          day: z.iso.date(),
          orders: z.int(),
          takings: rupees.describe('paid, without refunds and without orders that were cancelled'),
          codDue: rupees.describe('cash on delivery that is not collected yet'),
        }),
      ),
    }),
  },
})

export const getCardOrders = defineEndpoint('getCardOrders', {
  summary: "The shopper's card orders, newest first",
  reply: { 200: z.object({ orders: z.array(order) }) },
})

const orderEvent = z.object({ event: z.string(), happenedAt: z.iso.datetime() })

const orderDetail = order
  .extend({
    kind: z.enum(orderKinds),
    deliveryAddress: cardAddress,
    events: z.array(orderEvent),
    moves: z.array(z.enum(orderStatuses)).describe('the statuses to which the reader can move this order'),
    addressLink: z.string().nullable().describe('the page where the shopper completes the address; null when that is not needed'),
    paymentLink: z.string().nullable().describe('the page where the shopper pays an order that is to be paid online, else null'),
    shipments: z.array(shipment).describe('parcels that were handed to the courier'),
  })
  .register(schemaRegistry, { id: 'OrderDetail' })
export type OrderDetail = z.infer<typeof orderDetail>

const orderNote = z.object({
  _id: z.string(),
  text: z.string(),
  author: z.string().nullable().describe('null for a deleted account'),
  writtenAt: z.iso.datetime(),
})

export const adminOrderDetail = orderDetail
  .extend({
    products: z.array(orderLine.extend({ line: z.int().describe('its number, which stays when another line is removed') })),
    events: z.array(
      orderEvent.extend({
        actor: z.enum(['guest', 'shopper', 'admin', 'system']),
        actorName: z.string().nullable().describe('null for a guest, the shop itself and a deleted account'),
        changes: z
          .array(z.object({ label: z.string(), before: z.string(), after: z.string() }))
          .optional()
          .describe('what an administrator has changed in the order'),
      }),
    ),
    shipments: z.array(adminShipment),
    notes: z.array(orderNote).describe('of administrators, newest first; never shown to shoppers'),
    version: z.int().describe('counts the changes of the order'),
    ...confirmation,
    confirmationLink: z
      .string()
      .nullable()
      .describe('the page where the shopper confirms, pays or cancels the order; null when that is not needed'),
    returnedParcel: z
      .enum(['on its way', ...parcelConditions])
      .nullable()
      .describe('a refused or undelivered parcel: on its way back, or its condition when it was received'),
    undo: z
      .object({ status: z.enum(orderStatuses), to: z.enum(orderStatuses), secondsLeft: z.number() })
      .nullable()
      .describe('the last change of the status, while it can be undone'),
  })
  .register(schemaRegistry, { id: 'AdminOrderDetail' })
export type AdminOrderDetail = z.infer<typeof adminOrderDetail>

export const orderById = z.object({ id: z.string().max(64) })

export const getOrder = defineEndpoint('getOrder', { summary: 'One of my orders', params: orderById, reply: { 200: orderDetail } })

export const cancelOrder = defineEndpoint('cancelOrder', {
  summary: 'Cancel my order, until it is packed',
  params: orderById,
  reply: { 200: z.object({ message: z.string(), order: orderDetail }) },
})

export const getAdminOrder = defineEndpoint('getAdminOrder', { summary: 'Any order', params: orderById, reply: { 200: adminOrderDetail } })

export const adminOrderReply = { 200: z.object({ message: z.string(), order: adminOrderDetail }) }

export const transitionOrder = defineEndpoint('transitionOrder', {
  summary: 'Change the status of an order',
  params: orderById,
  body: z.object({
    to: z.enum(orderStatuses),
    from: z.enum(orderStatuses).optional().describe('rejected when the order has another status now'),
    version: z.int().optional().describe('rejected when the order has been changed since'),
  }),
  reply: adminOrderReply,
})

export const undoTransition = defineEndpoint('undoTransition', {
  summary: 'Undo the last change of the status, until its mail is sent',
  params: orderById,
  body: z.object({ version: z.int() }),
  reply: adminOrderReply,
})

export const receiveParcel = defineEndpoint('receiveParcel', {
  summary: 'Record that a refused or undelivered parcel is back; the stock of a sellable one returns',
  params: orderById,
  body: z.object({ condition: z.enum(parcelConditions), version: z.int() }),
  reply: adminOrderReply,
})

/** What tracking by number and phone, or by the link in a mail, reveals: no name, no street. */
const tracking = z
  .object({
    number: z.string(),
    orderStatus: z.string(),
    paymentStatus: z.enum(paymentStatuses),
    isToBePaid: order.shape.isToBePaid,
    totalPrice: rupees,
    city: z.string(),
    products: z.array(orderLine),
    events: z.array(orderEvent),
    shipments: z.array(shipment),
    createdAt: z.iso.datetime(),
  })
  .register(schemaRegistry, { id: 'Tracking' })
export type Tracking = z.infer<typeof tracking>

export const trackOrder = defineEndpoint('trackOrder', {
  summary: 'Track an order by its number and phone, or by the link in its mail',
  body: z.object({
    number: z.string().max(maxLengths.orderNumber).optional(),
    phone: z.string().max(maxLengths.trackingPhone).optional(),
    token: z.string().max(maxLengths.trackingToken).optional(),
  }),
  reply: { 200: tracking },
})

const notification = orderEvent.extend({ _id: z.string(), orderId: z.string(), number: z.string(), unread: z.boolean() })

export const getNotifications = defineEndpoint('getNotifications', {
  summary: 'Events of my orders, newest first',
  reply: { 200: z.object({ notifications: z.array(notification), unread: z.int() }) },
})

export const markNotificationsRead = defineEndpoint('markNotificationsRead', {
  summary: 'Mark all notifications as read',
  reply: { 200: z.object({ message: z.string() }) },
})
