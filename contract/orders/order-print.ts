import { z } from 'zod'
import { shownAddress } from '../kernel/address.ts'
import { adjustedTotals } from '../kernel/adjusted-totals.ts'
import { maxLengths, maxPrintedOrders } from '../kernel/business.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { orderStatuses } from './order-status.ts'
import { shownShopperNote } from './shopper-note.ts'

const printedLine = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  quantity: z.int(),
  size: z.string().nullable(),
  sizePosition: z.int().describe('the place of the size among the sizes of its product'),
  category: z.string().nullable().describe('key; null when the product no longer exists'),
  sku: z.string().nullable(),
  shelf: z.string().optional().describe('where the shop stores it'),
  availableFrom: z.iso.date().optional().describe('of a pre-ordered item: the day in India on which it leaves'),
})

const printedOrder = z
  .object({
    _id: z.string(),
    number: z.string(),
    version: z.int().describe('counts the changes of the order'),
    orderStatus: z.enum(orderStatuses),
    isToBePaid: z.boolean().optional().describe('true: online, before the order is packed'),
    isExchange: z.boolean().optional().describe('true: the items are sent for returned ones'),
    deliveryAddress: shownAddress,
    products: z.array(printedLine),
    totalPrice: rupees,
    ...adjustedTotals,
    toCollect: rupees.describe('what the courier collects; 0 for an order that is paid or to be paid online, and for one that has ended'),
    isBooked: z.boolean().optional().describe('true: its parcel is booked at the courier, who has a label for it'),
    bookingProblem: z.string().optional().describe('why its parcel is to be booked at the courier again'),
    createdAt: z.iso.datetime(),
    ...shownShopperNote,
  })
  .register(schemaRegistry, { id: 'PrintedOrder' })
export type PrintedOrder = z.infer<typeof printedOrder>

export const orderPrintCalls = defineCalls({
  getOrdersToPrint: {
    route: 'POST /order/admin/print',
    right: 'orders',
    changes: 'nothing',
    summary: 'What pick lists, packing slips and labels of orders show, in the order in which the numbers are given',
    body: z.object({
      numbers: z
        .array(z.string().max(maxLengths.orderNumber))
        .min(1, 'Select the orders to print.')
        .max(maxPrintedOrders, `At most ${maxPrintedOrders} orders can be printed at once.`),
      issueInvoices: z
        .boolean()
        .optional()
        .describe('true: the invoices of packed orders are issued at once, because their labels are printed'),
    }),
    reply: { 200: z.object({ orders: z.array(printedOrder), missing: z.array(z.string()).describe('numbers without an order') }) },
  },
})
