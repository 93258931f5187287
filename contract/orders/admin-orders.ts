import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { daysQuery, defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId, chosenRows, requiredText } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { adminShipment } from '../shipping/shipment.ts'
import { invoiceProblems, packingWarnings } from '../tax/invoice-problems.ts'
import { codRestriction } from './cod-persons.ts'
import { courierBooking } from './courier-bookings.ts'
import { orderChange } from './order-change.ts'
import { archived, noAnswer, orderFlags, toConfirm } from './order-flags.ts'
import { orderStatuses, parcelConditions } from './order-status.ts'
import { hasMore, order, orderDetail, orderEvent, orderLine, shownOrderKinds } from './orders.ts'

const confirmation = {
  flags: z.array(z.enum(orderFlags)).describe('why the shop asks for a confirmation'),
  isUnanswered: z.boolean().describe('the shopper was reminded to confirm the order and has not answered'),
  cancelsAt: z.iso.datetime().nullable().describe('when the order is cancelled unless it is confirmed, as its reminder says'),
}

export const adminOrder = order
  .extend({
    kind: z.enum(shownOrderKinds),
    phone: z.string(),
    city: z.string(),
    ...confirmation,
    isLikelyDuplicate: z.boolean().describe('open, like another order of the same phone or email with the same items, placed within a day'),
    addressIncomplete: z.boolean().describe('the courier needs a PIN code or a phone before the parcel leaves'),
    messageLink: z
      .string()
      .optional()
      .describe(
        'the page for a message to the customer: where the order is confirmed, paid or else followed; missing while WhatsApp is off',
      ),
  })
  .register(schemaRegistry, { id: 'AdminOrder' })
export type AdminOrder = z.infer<typeof adminOrder>

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
          .describe('`change` as an administrator reads it'),
        change: orderChange.optional().describe('what the event has changed'),
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
    trackingLink: z.string().optional().describe('the page where the shopper follows the order; missing in a reply of an older version'),
    returnLink: z.string().optional().describe('the page where items of a delivered order are returned or exchanged, else missing'),
    returnedParcel: z
      .enum(['on its way', ...parcelConditions])
      .nullable()
      .describe('a refused or undelivered parcel: on its way back, or its condition when it was received'),
    cod: codRestriction.nullable().optional().describe('what is set for the person about cash on delivery; null: nothing'),
    issuesInvoices: z.boolean().optional().describe('the shop has a GSTIN; missing in a reply of an older version'),
    invoiceProblem: z.enum(invoiceProblems).optional().describe('what to complete before the invoice can be issued'),
    packingWarnings: z.array(z.enum(packingWarnings)).optional().describe('what to know before the order is packed; missing for none'),
    manualPaymentDetails: z
      .object({
        reference: z.string(),
        day: z.iso.date(),
        toPayBack: rupees.describe('what is to be paid back by hand for the order and has not been paid yet'),
      })
      .optional()
      .describe('of a payment to the shop itself; its method is `manualPayment`'),
    documentName: z.string().optional().describe('the name of the buyer on documents; missing: that of the address'),
    isArchived: z.boolean().optional().describe('lists and figures leave it out; missing in a reply of an older version'),
    booking: courierBooking.optional().describe('the last booking of its parcel at the courier; missing when there is none'),
    undo: z
      .object({ status: z.enum(orderStatuses), to: z.enum(orderStatuses), secondsLeft: z.number() })
      .nullable()
      .describe('the last change of the status, while it can be undone'),
  })
  .register(schemaRegistry, { id: 'AdminOrderDetail' })
export type AdminOrderDetail = z.infer<typeof adminOrderDetail>

export const adminOrderReply = { 200: z.object({ message: z.string(), order: adminOrderDetail }) }

export const adminOrdersCalls = defineCalls({
  getAdminOrders: {
    route: 'GET /cod/adminOrder',
    right: 'orders',
    summary: 'All orders of all kinds, newest first',
    query: pageQuery.extend({
      limit: chosenRows,
      status: z.enum([...orderStatuses, toConfirm, noAnswer, archived]).optional(),
      kind: z.enum(shownOrderKinds).optional(),
      q: z
        .string()
        .max(maxLengths.adminSearch)
        .optional()
        .describe(
          'words of number, name, phone, email, city, PIN code, product or size, a whole tracking number, or the beginning of a SKU',
        ),
      from: z.iso.date().optional().describe('first day, in India'),
      to: z.iso.date().optional().describe('last day'),
    }),
    reply: { 200: z.object({ orders: z.array(adminOrder), ...paged, hasMore }) },
  },

  /** The screen Visits and sales shows `orders` less `cancelled`. The reply names both, because `orders` has always had the cancelled ones. */
  getDailyOrders: {
    route: 'GET /order/admin/daily',
    right: 'reports',
    summary: 'Orders per day, what was paid for them and what couriers still collect; oldest day first',
    query: daysQuery,
    reply: {
      200: z.object({
        days: z.array(
          z.object({
            day: z.iso.date(),
            orders: z.int().describe('cancelled ones included'),
            cancelled: z.int().describe('of the orders'),
            takings: rupees.describe('paid, without refunds and without orders that were cancelled'),
            codDue: rupees.describe('cash on delivery that is not collected yet'),
          }),
        ),
      }),
    },
  },

  getAdminOrder: {
    route: 'GET /order/admin/:id',
    right: 'orders',
    summary: 'Any order',
    params: byId,
    reply: { 200: adminOrderDetail },
  },

  transitionOrder: {
    route: 'POST /order/admin/:id/move',
    right: 'orders',
    furtherRights: ['money'],
    changes: 'products',
    summary: 'Change the status of an order',
    params: byId,
    body: z.object({
      to: z.enum(orderStatuses),
      from: z.enum(orderStatuses).optional().describe('rejected when the order has another status now'),
      version: z.int().optional().describe('rejected when the order has been changed since'),
      reason: requiredText('Reason', maxLengths.resolutionNote)
        .optional()
        .describe('why, when the courier says something else of the parcel; becomes a note of the order'),
    }),
    reply: adminOrderReply,
  },

  undoTransition: {
    route: 'POST /order/admin/:id/undo',
    right: 'orders',
    changes: 'products',
    summary: 'Undo the last change of the status, until its email is sent',
    params: byId,
    body: z.object({ version: z.int() }),
    reply: adminOrderReply,
  },

  receiveParcel: {
    route: 'POST /order/admin/:id/receive',
    right: 'orders',
    changes: 'products',
    summary: 'Record that a refused or undelivered parcel is back; the stock of a sellable one returns',
    params: byId,
    body: z.object({ condition: z.enum(parcelConditions), version: z.int() }),
    reply: adminOrderReply,
  },
})

export type OrderFilter = Omit<z.infer<(typeof adminOrdersCalls)['getAdminOrders']['query']>, 'page'>
