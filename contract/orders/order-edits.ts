import { z } from 'zod'
import { sizeName } from '../catalog/product-sizes.ts'
import { latinName, phoneOrderAddress } from '../kernel/address.ts'
import { maxLengths, quantities } from '../kernel/business.ts'
import { defineCalls, idempotencyHeaders, rupees } from '../kernel/endpoint.ts'
import { byId, requiredText } from '../kernel/field-schemas.ts'
import { adminOrderReply } from './admin-orders.ts'
import { maxTransitions } from './order-desk.ts'
import { orderStatuses } from './order-status.ts'

// Calls that change an order for its shopper, private notes, and the other orders of the same person.

const version = z.int().describe('of the order as the administrator saw it; 409 when it has changed since')
const line = z.int().min(1).max(10_000)

const personMatches = ['account', 'phone', 'email'] as const
/** What orders of one source have in common. Several people may share a browser, and many an IP address or a network. */
const sourceMatches = [...personMatches, 'device', 'ip', 'network'] as const
export type SourceMatch = (typeof sourceMatches)[number]

const relatedOrder = z.object({
  _id: z.string(),
  number: z.string(),
  orderStatus: z.enum(orderStatuses),
  totalPrice: rupees,
  createdAt: z.iso.datetime(),
  matches: z.array(z.enum(personMatches)).describe('what both orders have in common'),
  isLikelyDuplicate: z.boolean().describe('open as well, with the same items, placed within a day'),
})

const orderOfSource = relatedOrder.omit({ isLikelyDuplicate: true }).extend({
  version,
  matches: z.array(z.enum(sourceMatches)).describe('what it has in common with the order; empty for the order itself'),
})

export type OrdersOfSource = z.infer<(typeof orderEditsCalls)['getOrdersOfSource']['reply'][200]>

export type RelatedOrders = z.infer<(typeof orderEditsCalls)['getRelatedOrders']['reply'][200]>

export const orderEditsCalls = defineCalls({
  setOrderAddress: {
    route: 'POST /order/admin/:id/address',
    right: 'orders',
    changes: 'nothing',
    summary: 'Change the delivery address of an order, until it is shipped',
    params: byId,
    body: z.object({ address: phoneOrderAddress, version }),
    reply: adminOrderReply,
  },

  setDocumentName: {
    route: 'POST /order/admin/:id/document-name',
    right: 'orders',
    changes: 'nothing',
    summary: 'Set the name of the buyer in Latin letters, which the invoice then has; an issued invoice is replaced',
    params: byId,
    body: z.object({ name: latinName, version }),
    reply: adminOrderReply,
  },

  setLineSize: {
    route: 'POST /order/admin/:id/size',
    right: 'orders',
    changes: 'products',
    summary: 'Set the size of the line that was ordered without one, or change the size of a line until the order is packed',
    params: byId,
    body: z.object({
      product: z.string().max(64).describe('the product id'),
      line: line.optional().describe('the line to change; without it, the one that has no size'),
      size: sizeName,
      version,
    }),
    reply: adminOrderReply,
  },

  removeItems: {
    route: 'POST /order/admin/:id/remove',
    right: 'orders',
    furtherRights: ['money'],
    changes: 'products',
    summary: 'Remove a line, or a part of its quantity, from an order until it is packed; refunds what was paid for it',
    params: byId,
    body: z.object({
      line,
      quantity: z.int().min(1).max(quantities.max),
      refund: rupees
        .optional()
        .describe('less than the price of the items, when a part of it was paid back before; at least what is paid above the new total'),
      version,
    }),
    reply: adminOrderReply,
  },

  addOrderNote: {
    route: 'POST /order/admin/:id/notes',
    right: 'orders',
    changes: 'nothing',
    summary: 'Add a private note to an order',
    params: byId,
    headers: idempotencyHeaders,
    body: z.object({ text: requiredText('Note', maxLengths.orderNote) }),
    reply: adminOrderReply,
  },

  deleteOrderNote: {
    route: 'DELETE /order/admin/:id/notes/:noteId',
    right: 'orders',
    changes: 'nothing',
    summary: 'Delete a private note; the history keeps who has deleted it',
    params: byId.extend({ noteId: z.string().max(64) }),
    reply: adminOrderReply,
  },

  revokeLinks: {
    route: 'POST /order/admin/:id/links/revoke',
    right: 'orders',
    changes: 'nothing',
    summary:
      'End all links of an order that were mailed or copied before: to follow, pay, confirm, complete and return it, and to its refund',
    params: byId,
    reply: adminOrderReply,
  },

  archiveOrder: {
    route: 'POST /order/admin/:id/archive',
    right: 'orders',
    changes: 'nothing',
    summary: 'Take a cancelled order of which the shop keeps no payment out of lists and figures, or bring it back',
    params: byId,
    body: z.object({ isArchived: z.boolean() }),
    reply: adminOrderReply,
  },

  getRelatedOrders: {
    route: 'GET /order/admin/:id/related',
    right: 'orders',
    summary: 'The other orders with the account, phone or email of an order',
    params: byId,
    reply: {
      200: z.object({
        counts: z.object({ all: z.int(), open: z.int(), cancelled: z.int(), refused: z.int() }),
        isCapped: z.boolean().describe('there are more than these counts say'),
        orders: z.array(relatedOrder).describe('likely duplicates first, then the newest, at most 20'),
      }),
    },
  },

  getOrdersOfSource: {
    route: 'GET /order/admin/:id/source',
    right: 'orders',
    summary: 'The unpaid open orders of the source of an order, to cancel them together. Browsers and networks are known for a day',
    params: byId,
    reply: {
      200: z.object({
        orders: z.array(orderOfSource).describe(`newest first, at most ${maxTransitions}`),
        isCapped: z.boolean().describe('there are more'),
      }),
    },
  },
})
