import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { invoiceProblems } from '../tax/invoice-problems.ts'
import { adminOrderReply } from './admin-orders.ts'
import { orderStatuses } from './order-status.ts'

const orderWithoutInvoice = z.object({
  _id: z.string(),
  number: z.string(),
  orderStatus: z.enum(orderStatuses),
  problem: z
    .enum(invoiceProblems)
    .nullable()
    .describe('what to complete before the invoice can be issued; null: nothing is known to be missing'),
  state: z.string().describe('of the delivery address'),
  offeredState: z.string().describe('of its PIN code; empty when it is not known'),
})
export type OrderWithoutInvoice = z.infer<typeof orderWithoutInvoice>

export const invoicesCalls = defineCalls({
  getOrdersWithoutInvoice: {
    route: 'GET /invoices/missing',
    right: 'reports',
    summary: 'Packed, shipped and delivered orders without an invoice, oldest first; those that can still be unpacked are left out',
    reply: {
      200: z.object({
        hasGstin: z.boolean().describe('false: the shop issues no invoices'),
        orders: z.array(orderWithoutInvoice).describe('at most 200'),
        total: z.int(),
      }),
    },
  },

  issueInvoice: {
    route: 'POST /order/admin/:id/invoice',
    right: 'orders',
    changes: 'nothing',
    summary: 'Issue the invoice of a packed, shipped or delivered order at once',
    params: byId,
    reply: adminOrderReply,
  },
})
