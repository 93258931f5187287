import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { orderProblems } from './order-desk.ts'
import { orderStatuses } from './order-status.ts'
import { shownShopperNote } from './shopper-note.ts'

/** The most orders of one reply. */
export const maxQueue = 100

const packer = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9-]{16,}$/)
  .describe('a random value of the browser tab, so that two tables do not get the same order')

const itemToPack = z.object({
  line: z.int().describe('its number in the order'),
  _id: z.string().describe('of the product'),
  name: z.string(),
  image: z.string(),
  quantity: z.int(),
  size: z.string().nullable(),
  colour: z.string().optional(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  shelf: z.string().optional().describe('where the shop stores it'),
  availableFrom: z.iso.date().optional().describe('of a pre-ordered item: the day in India on which it leaves'),
  returned: z.int().optional().describe('items of this product and size that came back to stock in the last three days; missing for none'),
})

const orderToPack = z
  .object({
    _id: z.string(),
    number: z.string(),
    version: z.int().describe('counts the changes of the order; what the change to Packed sends'),
    name: z.string().describe('of the person who gets the parcel'),
    city: z.string(),
    createdAt: z.iso.datetime(),
    items: z.array(itemToPack).describe('by shelf'),
    ...shownShopperNote,
    notes: z.array(z.string()).describe('of administrators, newest first'),
    isExchange: z.boolean().optional().describe('true: the items are sent for returned ones'),
    isLate: z.boolean().describe('not shipped in the promised time'),
    problems: z.array(z.enum(orderProblems)),
    opened: z
      .object({ by: z.string().nullable().describe('null for a deleted account'), minutes: z.int().describe('since then') })
      .optional()
      .describe('at another table'),
  })
  .register(schemaRegistry, { id: 'OrderToPack' })
export type OrderToPack = z.infer<typeof orderToPack>
export type ItemToPack = z.infer<typeof itemToPack>

export const packingCalls = defineCalls({
  getOrdersToPack: {
    route: 'GET /order/admin/pack',
    right: 'orders',
    summary: `Up to ${maxQueue} confirmed orders in the order of their shelves, then the oldest first; those of other packing tables come last`,
    query: z.object({ packer: packer.optional() }),
    reply: { 200: z.object({ orders: z.array(orderToPack), total: z.int().describe('all orders to pack') }) },
  },

  openOrderToPack: {
    route: 'POST /order/admin/pack/open',
    right: 'orders',
    changes: 'nothing',
    summary:
      'Say that an order is being packed, so that other tables get other orders for ten minutes; the last order of the tab is free again',
    body: z.object({ _id: z.string().max(64), packer }),
    reply: {
      200: z.object({
        opened: orderToPack.shape.opened.describe('missing: it is open here only'),
        orderStatus: z.enum(orderStatuses).nullable().describe('null for an unknown order'),
      }),
    },
  },
})
